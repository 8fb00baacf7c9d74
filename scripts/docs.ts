import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { page } from './page.ts';

/** Writes the page of the contract. With `--if-missing` only if there is none yet, or the contract is newer. */
const { values: options } = parseArgs({
  options: {
    'if-missing': { type: 'boolean', default: false },
    output: { type: 'string', default: 'dist/docs/index.html' },
  },
});

const contract = 'generated/openapi.yaml';

if (!options['if-missing'] || (await writtenAt(options.output)) < (await writtenAt(contract))) {
  await mkdir(dirname(options.output), { recursive: true });
  await writeFile(options.output, await page(contract));
  console.log(`Wrote ${options.output}`);
}

/** In milliseconds; before everything else for a file that does not exist. */
async function writtenAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return Number.NEGATIVE_INFINITY;
    throw cause;
  }
}
