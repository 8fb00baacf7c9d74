import { PassThrough, Writable } from 'node:stream';
import type { ChildEnd, StartChild } from '../../../conformance/engine/bounded/supervise.ts';
import type { ToChild } from '../../../conformance/engine/commands/tasks.ts';
import type { createWorker } from '../../../conformance/engine/commands/worker.ts';
import { createTerminal, type Terminal } from '../../../conformance/engine/terminal/terminal.ts';
import { built } from '../../support/command/child-process.ts';

async function accountAccess(args: readonly string[], terminal: Terminal): Promise<void> {
  const { isForEngine, runProgram } = await import('../../../bin/program.ts');
  if (!isForEngine(args)) {
    terminal.endWith(await runProgram(args, terminal));
    return;
  }
  const [{ testProgram }, { engineSettings }, program] = await Promise.all([
    import('../../../bin/engine.ts'),
    import('../../../conformance/engine/bin/program.ts'),
    import('../../../conformance/engine/terminal/program.ts'),
  ]);
  await program.runProgram(args, terminal, engineSettings(testProgram));
}

// As built it is in a package of its own, which has its name.
const engine = `../../../conformance/engine/${built ? 'dist/' : ''}`;
const extension = built ? 'js' : 'ts';

async function openapiContractTests(args: readonly string[], terminal: Terminal): Promise<void> {
  const [{ program }, { runProgram }] = await Promise.all([
    import(`${engine}bin/program.${extension}`),
    import(`${engine}terminal/program.${extension}`),
  ]);
  await runProgram(args, terminal, program);
}

/** The command line of the engine's own program. */
export const engineLine = (args: readonly string[], setting: Omit<Setting, 'run'> = {}) =>
  commandLine(args, { run: openapiContractTests, ...setting });

/** The same, with its tasks in processes that can be ended: for what may not end, or needs too much memory. */
export const isolatedEngineLine = (args: readonly string[]) => engineLine(args, { isolated: true });

export interface Setting {
  /** @default account-access */
  readonly run?: typeof accountAccess;
  /** What stands on standard input. */
  readonly input?: string;
  /** Receives what was written so far, until it returns the rest of the input. */
  readonly reply?: ((written: string) => string | undefined) | undefined;
  /** Whether all three streams are a terminal. */
  readonly atTerminal?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether tasks run in processes of their own, as they do for users. @default false */
  readonly isolated?: boolean;
}

/** Works in this process, which has loaded and optimized the modules. Messages are copied as they are between processes. */
const startHere: StartChild = ({ file, onMessage }) => {
  let end = (_how: ChildEnd): void => {};
  const ended = new Promise<ChildEnd>((resolve) => {
    end = resolve;
  });
  const parent = {
    send: (message: object | string) => onMessage(structuredClone(message)),
    end: (message: object) => {
      onMessage(structuredClone(message));
      end('ended');
    },
  };
  const worker: Promise<ReturnType<typeof createWorker>> = import(
    /* @vite-ignore */ file.replace(/child(\.\w+)$/, 'worker$1')
  ).then((module) => module.createWorker(parent));
  return {
    send: async (message) => {
      // Only `startTask` sends messages.
      const copy = structuredClone(message) as ToChild;
      (await worker).receive(copy);
    },
    // The task goes on here, but nobody waits for it.
    kill: () => end('killed'),
    silentSeconds: () => 0,
    lastWork: () => undefined,
    ended,
  };
};

/** The command line in this process: what it wrote, and its exit code. */
export async function commandLine(args: readonly string[], setting: Setting = {}) {
  const {
    run = accountAccess,
    input = '',
    atTerminal = false,
    environment = {},
    isolated = false,
  } = setting;
  const written = { stdout: '', stderr: '' };
  let { reply } = setting;
  const stdin = Object.assign(new PassThrough(), { isTTY: atTerminal });
  const open = (name: keyof typeof written) => {
    const write = (text: string, _encoding: unknown, done: () => void) => {
      written[name] += text;
      const rest = reply?.(written.stdout + written.stderr);
      if (rest !== undefined) {
        reply = undefined;
        // People type after they have read. Their terminal does not end.
        if (atTerminal) setImmediate(() => stdin.write(rest));
        else stdin.end(rest);
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
    ...(!isolated && { startChild: startHere }),
  });
  await run(args, terminal);
  return { ...written, code: terminal.exitCode ?? 0 };
}
