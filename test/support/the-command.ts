import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
// By its whole name, so that the command can run in any folder.
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Whether the command is tested as it is built, as the gate does: what ships is what is tested, and starts in half the time. */
const built = process.env.TEST_BUILT !== undefined;

/** What Node is to run for `account-access`, in front of its arguments. */
export const theCommand: readonly string[] = built
  ? [at('dist/bin/account-access.js')]
  : ['--import', tsx, at('bin/account-access.ts')];
