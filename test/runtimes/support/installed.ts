import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { npmInstall } from './npm-install.ts';

const run = promisify(execFile);
const root = new URL('../../..', import.meta.url).pathname;

/** A project that has one package installed from its tarball, and nothing else. */
export interface Installed {
  readonly folder: string;
  write(file: string, content: string): Promise<void>;
  /** Runs a file of the project with this `node`, to its end. */
  node(program: string, args: readonly string[]): Promise<Ended>;
  /** Runs `account-access` to its end, through the link that npm made. */
  command(program: string, args: readonly string[]): Promise<Ended>;
  /** Runs `account-access` until it has written `text`. */
  serve(program: string, args: readonly string[], text: string): Promise<Serving>;
  remove(): Promise<void>;
}

export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Serving {
  readonly url: string;
  readonly stdout: string;
  /** Stops it, and returns its exit code. */
  stop(): Promise<number | null>;
}

/** Packs the built package of a folder of the repository, and installs the tarball into an empty project. */
export async function installTarball(packageFolder = ''): Promise<Installed> {
  const source = join(root, packageFolder);
  // Without symbolic links, so that paths compare equal to those that programs report.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'installed-')));
  const link = join(folder, 'node_modules/.bin/account-access');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: source });
    const { name, version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
    await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    await npmInstall(folder, ['--omit=dev'], `./${name}-${version}.tgz`);
  } catch (error) {
    await remove();
    throw error;
  }

  const finish = async (file: string, args: readonly string[], path = process.env.PATH): Promise<Ended> => {
    try {
      return {
        exitCode: 0,
        ...(await run(file, args, { cwd: folder, env: { ...process.env, PATH: path } })),
      };
    } catch (error) {
      if (!(error instanceof Error && 'stdout' in error && 'stderr' in error && 'code' in error)) throw error;
      return { exitCode: Number(error.code), stdout: String(error.stdout), stderr: String(error.stderr) };
    }
  };

  return {
    folder,
    remove,
    write: (file, content) => writeFile(join(folder, file), content),
    node: finish,
    command: (program, args) => finish(link, args, pathWith(program)),
    serve: async (program, args, text) => {
      const env = { ...process.env, PATH: pathWith(program) };
      const child = spawn(link, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let [stdout, stderr] = ['', ''];
      child.stderr.on('data', (chunk) => {
        stderr += chunk;
      });
      const ended = once(child, 'close');
      await new Promise<void>((resolve, reject) => {
        child.stdout.on('data', (chunk) => {
          stdout += chunk;
          if (stdout.includes(text)) resolve();
        });
        ended.then(() => reject(new Error(`it ended before it wrote "${text}": ${stderr}`)), reject);
      });
      const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(stdout) ?? [];
      const stop = async () => {
        child.kill();
        await ended;
        return child.exitCode;
      };
      return { url, stdout, stop };
    },
  };
}

/** Type-checks a program of the project: strictly, and with the types of its packages. */
export async function compile(project: Installed, name: string, source: string, own: object): Promise<Ended> {
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
