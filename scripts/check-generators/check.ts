import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { root } from '../linters.ts';

// biome-ignore lint/style/noProcessEnv: other people's programs need the user's PATH, HOME, proxy and caches.
const inherited = process.env;
const environment = { ...inherited, REDOCLY_TELEMETRY: 'off', SCARF_ANALYTICS: 'false', NO_COLOR: '1' };

/** The modules of the tools. */
export const toolsFolder = join(root, 'scripts/tools/node_modules');

/** In CI a check fails when its tool is not installed. */
export const isCI = inherited.CI === 'true';

interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns what the program wrote to standard output. @throws ToolError with its messages when it fails */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd = root, env = {} }: Options = {},
): Promise<string> {
  const options = { cwd, env: { ...environment, ...env }, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else if (error.code === 'ENOENT') reject(new ToolError(`${program} is not installed`));
      else reject(new ToolError(`${stdout}\n${stderr}`.trim() || error.message));
    });
  });
}

/** Runs a module of a tool, or one of ours, with this Node. */
export function runModule(path: string, args: readonly string[], options?: Options): Promise<string> {
  return runProgram(process.execPath, [path, ...args], options);
}

/** The contract in one version of OpenAPI. */
export interface Build {
  /** Name of the file in `generated/`. */
  readonly name: string;
  readonly path: string;
  /** A temporary folder for what the tools write. Modules in it can import the tools. */
  readonly folder: string;
}

/** Takes a build through one tool of somebody else. */
export interface Check {
  /** Name and version of the tool. */
  readonly tool: string;
  /** What a pass proves. */
  readonly proves: string;
  /** @throws ToolError when the tool does not accept the build. */
  readonly run: (build: Build) => Promise<void>;
}

/** A check that cannot run here. */
export interface Missing {
  /** What it needs, and how to install it. */
  readonly missing: string;
}

/** A tool does not accept the contract, or is not installed. */
export class ToolError extends Error {}

/** What the clients need of a server. `repeats` is the key that a repeated `Idempotency-Key` gives. */
export type Access = readonly [url: string, identity: string, password: string, repeats: 'same' | 'another'];

export interface DemoServer {
  readonly access: Access;
  readonly stop: () => Promise<void>;
}

/** Runs `account-access serve --demo` on a free port, with a new database in the folder. */
export async function startDemoServer(folder: string): Promise<DemoServer> {
  const command = [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'bin/account-access.ts')];
  const options = [
    'serve',
    '--demo',
    '--json',
    '--port',
    '0',
    '--database',
    join(folder, 'demo/accounts.db'),
  ];
  const server = spawn(process.execPath, [...command, ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(server, 'close');
  // Also when this process ends without `stop`, because of an error.
  process.once('exit', () => server.kill());
  const lines = createInterface(server.stdout);
  const line = await Promise.race([once(lines, 'line'), ended.then(() => undefined)]);
  if (line === undefined) throw new Error('`serve --demo` has ended before it listened');
  const { identity, password } = demoAccounts.plain;
  return {
    access: [JSON.parse(line[0]).url, identity, password, 'same'],
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
    },
  };
}
