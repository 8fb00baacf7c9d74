import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './redocly.ts';

/** Removes what was built before, or the package would keep modules whose sources have gone. The docs keep account themselves. */
const folder = join(root, 'dist');
const names = await readdir(folder).catch(() => []);
for (const name of names) if (name !== 'docs') await rm(join(folder, name), { recursive: true });
