import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.ts';
import { root } from './linters.ts';

/** Builds the site of the docs. With `--once`, only when it is not there yet. */
const folder = 'dist/docs';

if (!process.argv.includes('--once') || !existsSync(join(root, folder, 'index.html'))) {
  await install('docs');
  console.log(`Building the docs in ${folder}, which takes about half a minute`);
  const vitepress = join(root, 'docs/node_modules/vitepress/bin/vitepress.js');
  const { status } = spawnSync(process.execPath, [vitepress, 'build', 'docs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(1);
  console.log(`Wrote ${folder}: open ${folder}/index.html through a server, such as npm start`);
}
