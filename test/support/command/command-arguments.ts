import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
// A full URL, so that the command runs in any folder.
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Test the built command, as CI does: it is what ships, and it starts in half the time. */
const built = process.env.TEST_BUILT !== undefined;

// Node before 22.12 can't require ECMAScript modules.
const asBefore = '--no-experimental-require-module';

/** The arguments of Node that run `account-access`. Its own arguments follow. */
export const commandArguments: readonly string[] = built
  ? [asBefore, at('dist/bin/account-access.cjs')]
  : ['--import', tsx, at('bin/account-access.ts')];
