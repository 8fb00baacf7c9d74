import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { npmInstall } from './npm-install.ts';

const run = promisify(execFile);
const root = new URL('../../..', import.meta.url).pathname;

/** A project that has the package as npm installs it, and nothing else. */
export interface Installed {
  readonly folder: string;
  write(file: string, content: string): Promise<void>;
  /** Runs to the end what is in the project, with this `node`. */
  node(program: string, args: readonly string[]): Promise<Ended>;
  /** Runs `account-access` to its end, by the link that npm made. */
  command(program: string, args: readonly string[]): Promise<Ended>;
  /** Runs `account-access` until it has said `text`. */
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
  /** The exit code, once it has ended. */
  stop(): Promise<number | null>;
}

/** Packs what is built and installs the tarball, like a stranger who does not develop it. */
export async function installTarball(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'installed-'));
  const link = join(folder, 'node_modules/.bin/account-access');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root });
    const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
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
      await new Promise<void>((said, failed) => {
        child.stdout.on('data', (chunk) => {
          stdout += chunk;
          if (stdout.includes(text)) said();
        });
        ended.then(() => failed(new Error(`it ended, and had not said "${text}": ${stderr}`)), failed);
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

// The link begins with `#!/usr/bin/env node`.
function pathWith(program: string): string {
  return dirname(program) + delimiter + process.env.PATH;
}
