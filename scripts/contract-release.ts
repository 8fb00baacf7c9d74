import { constants } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readContract } from './contract-diff/contract-rules.ts';
import { releasedFolder, versionOf } from './contract-diff/releases.ts';

/** Records the bundle as released under its version. What is released never changes. */
const { values: options } = parseArgs({
  options: {
    released: { type: 'string', default: releasedFolder },
    bundle: { type: 'string', default: 'generated/openapi.yaml' },
  },
});

const version = versionOf(await readContract(options.bundle));
const file = join(options.released, `${version}.yaml`);
await mkdir(options.released, { recursive: true });
try {
  await copyFile(options.bundle, file, constants.COPYFILE_EXCL);
  console.log(`Recorded ${file}. Run \`npm run generate\` for its page, docs/use/changelog.md.`);
} catch (cause) {
  if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
  console.error(`${file} is released already: raise info.version in openapi/openapi.yaml first.`);
  process.exitCode = 1;
}
