import { PassThrough, Writable } from 'node:stream';
import { run as accountAccess } from '../../../bin/run.ts';
import { createTerminal } from '../../../conformance/engine/terminal/terminal.ts';

export interface Setting {
  /** @default account-access */
  readonly run?: typeof accountAccess;
  /** What stands on standard input. */
  readonly input?: string;
  /** Receives the standard output so far, until it returns the rest of the input. */
  readonly reply?: ((stdout: string) => string | undefined) | undefined;
  /** Whether all three streams are a terminal. */
  readonly atTerminal?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The command line in this process: what it wrote, and its exit code. */
export async function commandLine(args: readonly string[], setting: Setting = {}) {
  const { run = accountAccess, input = '', atTerminal = false, environment = {} } = setting;
  const written = { stdout: '', stderr: '' };
  let { reply } = setting;
  const stdin = Object.assign(new PassThrough(), { isTTY: atTerminal });
  const open = (name: keyof typeof written) => {
    const write = (text: string, _encoding: unknown, done: () => void) => {
      written[name] += text;
      const rest = reply?.(written.stdout);
      if (rest !== undefined) {
        reply = undefined;
        stdin.end(rest);
      }
      done();
    };
    const stream = new Writable({ decodeStrings: false, write });
    return Object.assign(stream, { isTTY: atTerminal, columns: 80 });
  };
  stdin.write(input);
  if (reply === undefined) stdin.end();
  const terminal = createTerminal({
    stdin,
    stdout: open('stdout'),
    stderr: open('stderr'),
    environment,
  });
  await run(args, terminal);
  return { ...written, code: terminal.exitCode ?? 0 };
}
