import { parseArgs } from 'node:util';
import { buildSite } from './docs/build-site.ts';
import { isCurrent, writeSite } from './docs/site/write-site.ts';
import { fingerprint, readSources } from './docs/sources.ts';
import { root } from './linters.ts';

/** Writes the site of the docs. With `--if-missing`, only when it is incomplete or its sources have changed. */
const { values: options } = parseArgs({ options: { 'if-missing': { type: 'boolean' } } });

const folder = 'dist/docs';
const sources = await fingerprint(root);

if (!options['if-missing'] || !(await isCurrent(folder, sources))) {
  const files = await buildSite(await readSources());
  await writeSite(folder, sources, files);
  console.log(`Wrote ${folder}: ${files.length} files, starting with index.html`);
}
