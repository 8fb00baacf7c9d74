import { execFileSync } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './linters.ts';

/** Builds the packages. What follows `npm run build --` goes to the compiler, such as `--noCheck`. */
const options = process.argv.slice(2);
const run = (program: string, ...args: readonly string[]) =>
  execFileSync(program, args, { cwd: root, stdio: 'inherit' });

// Not what an earlier build left: the packages contain no modules whose sources are gone. `npm run docs` clears its own folder.
for (const folder of ['dist', 'client/dist', 'conformance/engine/dist'].map((name) =>
  join(root, name),
)) {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (name !== 'docs') await rm(join(folder, name), { recursive: true });
}
run('npm', 'run', '--silent', 'build', '--workspace', 'client');
run('npm', 'run', '--silent', 'build', '--workspace', 'conformance/engine', '--', ...options);
run(process.execPath, 'node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.build.json', ...options);
