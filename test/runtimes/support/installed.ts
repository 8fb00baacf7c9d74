import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { runProgram, startProgram } from '../../support/command/child-process.ts';
import { npmInstall, run } from './npm-install.ts';

export const root = new URL('../../..', import.meta.url).pathname;

/** A project that has packages installed from their tarballs, and nothing else. */
export type Installed = Awaited<ReturnType<typeof installTarballs>>;

/** Packs the built packages of folders of the repository, and installs the tarballs into an empty project. */
export async function installTarballs(...packageFolders: readonly string[]) {
  // Without symbolic links, so that paths compare equal to those that programs report.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'installed-')));
  const link = join(folder, 'node_modules/.bin/account-access');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const tarballs: string[] = [];
    for (const source of packageFolders.map((name) => join(root, name))) {
      await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: source });
      const { name, version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
      tarballs.push(`./${name}-${version}.tgz`);
    }
    await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    await npmInstall(folder, ['--omit=dev'], ...tarballs);
  } catch (error) {
    await remove();
    throw error;
  }

  const finish = (file: string, args: readonly string[], path = process.env.PATH ?? '') =>
    runProgram([file, ...args], { cwd: folder, env: { PATH: path } });

  return {
    folder,
    remove,
    write: (file: string, content: string) => writeFile(join(folder, file), content),
    /** Runs a file of the project with this `node`, to its end. */
    node: finish,
    /** Runs `account-access` to its end, through the link that npm made. */
    command: (program: string, args: readonly string[]) => finish(link, args, pathWith(program)),
    start: (program: string, args: readonly string[]) =>
      startProgram([link, ...args], { cwd: folder, env: { PATH: pathWith(program) } }),
  };
}

/** Type-checks a program of the project: strictly, and with the types of its packages. */
export async function compile(project: Installed, name: string, source: string, own: object) {
  const compilerOptions = {
    target: 'es2023',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    ...own,
  };
  await project.write(`${name}.mts`, source);
  await project.write(`${name}.json`, JSON.stringify({ compilerOptions, files: [`${name}.mts`] }));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  return project.node(process.execPath, [compiler, '--project', `${name}.json`]);
}

// The link begins with `#!/usr/bin/env node`.
function pathWith(program: string): string {
  return dirname(program) + delimiter + process.env.PATH;
}
