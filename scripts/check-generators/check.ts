import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../linters.ts';

// biome-ignore lint/style/noProcessEnv: other people's programs need the user's PATH, HOME, proxy and caches.
const inherited = process.env;
const environment = {
  ...inherited,
  REDOCLY_TELEMETRY: 'off',
  SCARF_ANALYTICS: 'false',
  NO_COLOR: '1',
};

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
      else if (error.code === 'ENOENT') reject(new MissingToolError(`${program} is not installed`));
      else reject(new ToolError(`${stdout}\n${stderr}`.trim() || error.message));
    });
  });
}

export function runModule(
  path: string,
  args: readonly string[],
  options?: Options,
): Promise<string> {
  return runProgram(process.execPath, [path, ...args], options);
}

/** The contract in one version of OpenAPI. */
export interface Build {
  readonly name: string;
  readonly path: string;
  /** A temporary folder for what the tools write. Modules in it can import the tools. */
  readonly folder: string;
}

export interface Check {
  readonly tool: string;
  readonly proves: string;
  /** @throws ToolError when the tool does not accept the build. */
  readonly run: (build: Build) => Promise<void>;
}

export class ToolError extends Error {}

export class MissingToolError extends ToolError {}

/** What the clients need of a server. */
export type Access = readonly [url: string, identity: string, password: string];
