import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.ts';
import { root } from './linters.ts';

/** Builds the site of the docs, unless it is newer than all that it is made from. */
const folder = 'dist/docs';

function changedAt(path: string): number {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

const sources = readdirSync(join(root, 'docs'))
  .filter((name) => name !== 'node_modules')
  .map((name) => `docs/${name}`);

// A folder changes when a file is added or removed.
const inside = [...sources, 'generated']
  .filter((path) => statSync(join(root, path)).isDirectory())
  .flatMap((path) =>
    readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(path, name),
    ),
  );

const lastChange = Math.max(...['docs', 'package.json', ...sources, ...inside].map(changedAt));

// The downloads are written last.
if (changedAt(join(folder, 'downloads')) < lastChange) {
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
