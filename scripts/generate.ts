import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { derive } from './derive.ts';

/**
 * Writes what is derived from the contract. With `--check` nothing is written, and a file that differs from what the
 * contract gives is an error.
 */
const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    into: { type: 'string', default: 'generated' },
  },
});

const files = await derive('openapi/openapi.yaml');

if (options.check) {
  const stale: string[] = [];
  for (const [name, content] of files) {
    const path = join(options.into, name);
    if ((await existing(path)) !== content) stale.push(path);
  }
  if (stale.length > 0) {
    console.error(`Not what the contract gives: ${stale.join(', ')}. Run \`npm run generate\`.`);
    process.exitCode = 1;
  }
} else {
  await mkdir(options.into, { recursive: true });
  for (const [name, content] of files) await writeFile(join(options.into, name), content);
}

async function existing(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
}
