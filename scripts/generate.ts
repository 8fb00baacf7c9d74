import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commandLinePage } from '../bin/help/page.ts';
import { checksDoc, checksJson } from './generate/check-catalogue.ts';
import { contractChangelog } from './generate/contract-changelog.ts';
import { derive, deriveInternal } from './generate/contract-files.ts';

/**
 * Writes what is derived from the contract, and the pages of the checks, of the commands and of the contract's releases. With
 * `--check` it writes nothing, and reports the files that are out of date as an error.
 */
const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    into: { type: 'string', default: 'generated' },
  },
});

const derived = [
  ...(await derive('openapi/openapi.yaml')),
  ...(await deriveInternal('openapi/internal.yaml')),
];
const files = new Map(derived.map(([name, content]) => [join(options.into, name), content]));
const docs = options.into === 'generated' ? 'docs' : options.into;
files.set(join(options.into, 'check-catalogue.json'), checksJson());
files.set(join(docs, 'checks.md'), checksDoc());
files.set(join(docs, 'cli.md'), commandLinePage());
files.set(join(docs, 'contract-changelog.md'), await contractChangelog());

if (options.check) {
  const stale: string[] = [];
  for (const [path, content] of files) {
    if ((await existing(path)) !== content) stale.push(path);
  }
  if (stale.length > 0) {
    console.error(`Out of date: ${stale.join(', ')}. Run \`npm run generate\`.`);
    process.exitCode = 1;
  }
} else {
  await mkdir(options.into, { recursive: true });
  for (const [path, content] of files) await writeFile(path, content);
}

async function existing(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
}
