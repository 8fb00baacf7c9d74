import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from './docs/build-site.ts';
import { isCurrent, writeSite } from './docs/site/write-site.ts';
import { fingerprint, readSources } from './docs/sources.ts';

/** Writes the site of the docs. With `--if-missing`, only when it is incomplete or its sources have changed. */
const { values: options } = parseArgs({
  options: {
    'if-missing': { type: 'boolean', default: false },
    output: { type: 'string', default: 'dist/docs' },
  },
});

const root = join(import.meta.dirname, '..');
const sources = await fingerprint(root);

if (!options['if-missing'] || !(await isCurrent(options.output, sources))) {
  const files = await buildSite(await readSources(root));
  await writeSite(options.output, sources, files);
  console.log(`Wrote ${options.output}: ${files.length} files, starting with index.html`);
}
