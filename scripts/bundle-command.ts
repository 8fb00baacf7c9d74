import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './redocly.ts';

// Joins the hundreds of modules of the command line into a few files, one for each part that is loaded by itself, because Node
// needs longer to find and read many small files than to run them. The packages that it depends on stay outside.
await build({
  entryPoints: [join(root, 'bin/account-access.ts')],
  // Directly in one folder: the modules of the command look for its main file there.
  outdir: join(root, 'dist/bin'),
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
});
