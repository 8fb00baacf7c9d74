import type { Readable, Writable } from 'node:stream';
import type { StartChild } from '../bounded/supervise.ts';
import { escapeCommands, escapeControls } from '../escape-controls.ts';

export interface Output extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly environment: Environment;
  /** Turns off colours in libraries, which read the environment themselves. */
  readonly forbidColours?: () => void;
  /** Hides the arguments of this process from lists of processes, such as `ps`. */
  readonly hideArguments?: () => void;
  /** Starts what may never end, or need any amount of memory. @default in a process of its own */
  readonly startChild?: StartChild;
}

/** Where a command reads and writes, and what it may do there. */
export interface Terminal extends Omit<Streams, 'forbidColours' | 'hideArguments'> {
  /**
   * Writes a text to standard output, and a line feed. Control characters are written out, and in GitHub Actions what its runner
   * would obey.
   */
  print(text: string): void;
  /** The same to standard error, for people. */
  say(text: string): void;
  /** Whether a prompt is possible: input and prompts are at a terminal. */
  mayAsk(): boolean;
  /** Whether to write colours to this stream (https://no-color.org, https://force-color.org). */
  wantsColour(stream: Output): boolean;
  mayRedraw(stream: Output): boolean;
  /** Applies `--no-input` and `--no-color`. */
  restrict(limits: { readonly input?: false; readonly colour?: false }): void;
  /** Hides the arguments from other users of the machine. */
  hideArguments(): void;
  /** Sets the exit code. The last call wins. */
  endWith(code: number): void;
  /** `undefined` until something sets it; then it counts as 0. */
  readonly exitCode: number | undefined;
}

/** The width of a stream in columns: 80 if it is unknown or 0. */
export function columnsOf({ columns = 0 }: Output): number {
  return columns > 0 ? columns : 80;
}

export function createTerminal(streams: Streams): Terminal {
  const { stdout, stderr, environment } = streams;
  let [input, colour] = [true, true];
  let exitCode: number | undefined;
  // A dumb terminal can neither move its cursor nor hide input.
  const dumb = environment.TERM === 'dumb';
  const isInActions = environment.GITHUB_ACTIONS === 'true';
  const escaped = (text: string) =>
    isInActions ? escapeCommands(escapeControls(text)) : escapeControls(text);
  return {
    ...{ stdout, stderr, environment },
    ...(streams.startChild && { startChild: streams.startChild }),
    get stdin() {
      return streams.stdin;
    },
    print: (text) => void stdout.write(`${escaped(text)}\n`),
    say: (text) => void stderr.write(`${escaped(text)}\n`),
    mayAsk: () => input && !dumb && streams.stdin.isTTY === true && stderr.isTTY === true,
    wantsColour: (stream) => {
      const { NO_COLOR = '', FORCE_COLOR = '' } = environment;
      if (!colour || NO_COLOR !== '' || ['0', 'false'].includes(FORCE_COLOR)) return false;
      return FORCE_COLOR !== '' || (stream.isTTY === true && !dumb);
    },
    mayRedraw: (stream) => stream.isTTY === true && !dumb,
    restrict: (limits) => {
      input &&= limits.input ?? true;
      colour &&= limits.colour ?? true;
      if (!colour) streams.forbidColours?.();
    },
    hideArguments: () => streams.hideArguments?.(),
    endWith: (code) => {
      exitCode = code;
    },
    get exitCode() {
      return exitCode;
    },
  };
}
