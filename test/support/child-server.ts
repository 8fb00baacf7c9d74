import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { theCommand } from './the-command.ts';

export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** `account-access` as a process of its own, which does not outlive the test. */
export interface Child {
  readonly process: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves when it has written `text`; rejects when the process ends first. */
  says(text: string): Promise<void>;
  /** The exit code, or the signal that ended it, when all that it wrote has been read. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  signal(signal: NodeJS.Signals): void;
}

export function runCommand(args: readonly string[], { env = {}, cwd }: ChildOptions = {}): Child {
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
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  });

  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      heard = () => {
        if (stderr.includes(text) || stdout.includes(text)) resolve();
      };
      heard();
      ended.then((code) => reject(new Error(`it ended with ${code} and had not said "${text}": ${stderr}`)));
    });
  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    says,
    ended,
    signal: (signal) => child.kill(signal),
  };
}

export interface ChildServer extends Child {
  readonly url: string;
  readonly port: number;
}

/** `account-access serve` on a free port, once it listens. */
export async function serveInChild(args: readonly string[], options?: ChildOptions): Promise<ChildServer> {
  const child = runCommand(['serve', '--port', '0', ...args], options);
  await child.says('"listening"');
  const url = urlIn(child);
  return { ...child, url, port: Number(new URL(url).port) };
}

/** Where a server that listens says that it is. */
export function urlIn(child: Child): string {
  const [, url] = /"url":"([^"]+)"/.exec(child.stderr()) ?? [];
  if (url === undefined) throw new Error(`no URL in ${child.stderr()}`);
  return url;
}

// Settings of whoever runs the tests are not those of the tests.
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('ACCOUNT_ACCESS_')),
  );
}
