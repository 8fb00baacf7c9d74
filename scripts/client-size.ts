import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './redocly.ts';

/** What a page loads for the client, its dependencies included: bundled, minified and gzipped. More bytes are an error. */
const { values: options } = parseArgs({ options: { limit: { type: 'string', default: '4500' } } });
const limit = Number(options.limit);

// For no platform in particular, so a built-in module of Node does not resolve and fails the build.
const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ['client/create-client.ts'],
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
