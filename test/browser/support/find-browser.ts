import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

// The first is Chromium without its windows: the same pages take two-thirds of the time.
const names = [
  ...[
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ],
];

// Where macOS keeps programs that are not on the path.
const elsewhere = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

type Environment = Readonly<Record<string, string | undefined>>;

export const howToInstall =
  'The tests in a browser need Chromium: `apt-get install chromium-headless-shell`, or name one in the variable CHROMIUM.';

/** The path of a Chromium or Chrome: what `CHROMIUM` names and no other, else the first that is installed. */
export function findBrowser({ CHROMIUM, PATH = '' }: Environment): string | undefined {
  if (CHROMIUM) return isProgram(CHROMIUM) ? CHROMIUM : undefined;
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  return [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...elsewhere,
  ].find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
