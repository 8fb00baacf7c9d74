import { type ExecFileException, execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import type { Connection } from './oauth.ts';

export interface SecretSources {
  /** The variables for `env:` and `command:`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder for relative paths after `file:`, and in which `command:` runs. */
  readonly folder: string;
  /** Asks the user at the terminal. Undefined without a terminal. */
  readonly prompt: ((question: string) => Promise<string>) | undefined;
  /** For the token endpoints of OAuth: certificates, as for the server. @default none */
  readonly connection?: Connection;
  /** For `command:`. @default 30000 */
  readonly commandTimeoutMs?: number;
}

export type ReadSecret = { readonly value: string } | { readonly problem: string };

/** Reads the secret for `env:`, `file:`, `command:` or `prompt`. With `demo`, other text is the secret itself. */
export async function readSecret(
  reference: string,
  name: string,
  sources: SecretSources,
  demo: boolean,
): Promise<ReadSecret> {
  const [, kind, rest = ''] = /^(env|file|command):(.*)$/s.exec(reference) ?? [];
  if (kind === 'env') {
    const value = sources.environment[rest];
    return value ? { value } : { problem: `environment variable ${rest} is not set` };
  }
  if (kind === 'file') return readSecretFile(rest, sources);
  if (kind === 'command') return runSecretCommand(rest, sources);
  if (reference === 'prompt') {
    if (sources.prompt === undefined)
      return {
        problem: 'prompt needs a terminal; use env:NAME, file:path or command:program instead',
      };
    return { value: await sources.prompt(name) };
  }
  if (!demo)
    return {
      problem:
        'must be env:NAME, file:path, command:program or prompt; plain text is allowed only with "demo: true"',
    };
  return { value: reference };
}

async function readSecretFile(path: string, { folder }: SecretSources): Promise<ReadSecret> {
  const file = isAbsolute(path) ? path : resolve(folder, path);
  try {
    return { value: withoutLastLineEnd(await readFile(file, 'utf8')) };
  } catch {
    return { problem: `file ${file} cannot be read` };
  }
}

// Editors and most programs end their text with a line feed that is not part of the secret.
function withoutLastLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}

const maxOutputBytes = 65_536;

/** No shell reads the line: it is a program and its arguments, with spaces between them. */
function runSecretCommand(line: string, sources: SecretSources): Promise<ReadSecret> {
  const { environment, folder, commandTimeoutMs = 30_000 } = sources;
  const [name = '', ...args] = line.trim().split(/\s+/);
  const program = name.includes('/') ? resolve(folder, name) : name;
  const options = {
    cwd: folder,
    env: environment,
    timeout: commandTimeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: maxOutputBytes,
    windowsHide: true,
  } as const;
  return new Promise((done) => {
    // The program may write a secret anywhere, so only its exit code is ever reported.
    const fail = (why: string) => done({ problem: `the command ${name} ${why}` });
    const child = execFile(program, args, options, (error, stdout) => {
      const secret = withoutLastLineEnd(stdout);
      if (error !== null) return fail(describeFailure(error, commandTimeoutMs));
      if (secret === '') return fail('wrote nothing to standard output');
      if (/[\r\n]/.test(secret)) return fail('wrote more than one line to standard output');
      done({ value: secret });
    });
    child.stdin?.end();
  });
}

function describeFailure({ code, killed, signal }: ExecFileException, timeoutMs: number): string {
  if (code === 'ENOENT') return 'was not found; paths start at the folder of the profile';
  if (code === 'EACCES') return 'may not be executed; run chmod +x';
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return `wrote more than ${maxOutputBytes} bytes to standard output`;
  if (killed === true) return `did not end in ${timeoutMs / 1000} s`;
  const how = typeof code === 'number' ? `exit code ${code}` : `signal ${signal ?? code}`;
  return `failed with ${how}; run it in a terminal to see why`;
}
