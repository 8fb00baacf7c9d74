import { buildSite } from './docs/build-site.ts';
import { writeSite } from './docs/site/write-site.ts';
import { readSources } from './docs/sources.ts';

/** Writes the site of the docs. */
const folder = 'dist/docs';
const files = await buildSite(await readSources());
await writeSite(folder, files);
console.log(`Wrote ${folder}: ${files.length} files, starting with index.html`);
