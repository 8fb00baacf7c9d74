import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { theCommand } from './the-command.ts';

export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** `account-access` as a process of its own. */
export interface Child {
  readonly process: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves with `text`, or with what fits the expression, when it has written that; rejects when the process ends first. */
  says(text: string | RegExp): Promise<string>;
  /** The exit code, or the signal that ended it, when all that it wrote has been read. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  signal(signal: NodeJS.Signals): void;
  /** Ends it at once, if it goes on. */
  end(): Promise<void>;
}

/** Whoever starts it ends it: a test does better with `runCommand`. */
export function startCommand(args: readonly string[], { env = {}, cwd }: ChildOptions = {}): Child {
  const child = spawn(process.execPath, [...theCommand, ...args], {
    env: { ...inherited(), ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  let heard = () => {};
  // A character may come in two pieces.
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8');
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    heard();
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
    heard();
  });
  const ended = once(child, 'close').then(([code, signal]) => signal ?? code);

  const find = (wanted: string | RegExp) => {
    if (typeof wanted !== 'string') return wanted.exec(stderr)?.[0] ?? wanted.exec(stdout)?.[0];
    return stderr.includes(wanted) || stdout.includes(wanted) ? wanted : undefined;
  };
  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    says: (text) =>
      new Promise((resolve, reject) => {
        heard = () => {
          const found = find(text);
          if (found !== undefined) resolve(found);
        };
        heard();
        ended.then((code) =>
          reject(new Error(`it ended with ${code} and had not said "${text}": ${stderr}`)),
        );
      }),
    ended,
    signal: (signal) => child.kill(signal),
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}

// Settings of whoever runs the tests are not those of the tests.
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('ACCOUNT_ACCESS_')),
  );
}
