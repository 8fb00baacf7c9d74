import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './redocly.ts';

/** Removes earlier builds, so that the packages contain no modules whose sources are gone. `npm run docs` clears its own folder. */
for (const folder of [join(root, 'dist'), join(root, 'client/dist')]) {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (name !== 'docs') await rm(join(folder, name), { recursive: true });
}
