import { PassThrough } from 'node:stream';
import { run } from '../../../bin/run.ts';
import { createTerminal } from '../../../bin/terminal.ts';

export interface Setting {
  /** What stands on standard input. */
  readonly input?: string;
  /** Whether all three streams are a terminal. */
  readonly atTerminal?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The command line in this process: what it wrote, and its exit code. */
export async function commandLine(args: readonly string[], setting: Setting = {}) {
  const { input = '', atTerminal = false, environment = {} } = setting;
  const open = () => Object.assign(new PassThrough(), { isTTY: atTerminal, columns: 80 });
  const [stdin, stdout, stderr] = [open(), open(), open()];
  stdin.end(input);
  const terminal = createTerminal({ stdin, stdout, stderr, environment });
  await run(args, terminal);
  const written = (stream: PassThrough) => String(stream.read() ?? '');
  return { stdout: written(stdout), stderr: written(stderr), code: terminal.exitCode ?? 0 };
}
