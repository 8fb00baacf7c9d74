import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './linters.ts';

/** Measures what a page loads for the client: bundled with its dependencies, minified and gzipped. Fails above the limit. */
const { values: options } = parseArgs({
  options: {
    limit: { type: 'string', default: '6500' },
    from: { type: 'string', default: './client/index.ts' },
  },
});
const limit = Number(options.limit);

// For no specific platform, so an import of a Node module does not resolve and fails the build.
const { outputFiles } = await build({
  stdin: { contents: `export { createClient } from '${options.from}'`, resolveDir: root },
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  write: false,
});
const size = outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
console.log(`client: ${size} bytes gzipped, of ${limit}`);
if (size > limit) process.exitCode = 1;
