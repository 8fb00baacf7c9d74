import type { Readable, Writable } from 'node:stream';

/** A stream that people may look at. */
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
  /** Has what looks at the environment for itself, as libraries do, write without colours. */
  readonly forbidColours?: () => void;
  /** Has what lists processes, as `ps` does, show no arguments of this one from now on. */
  readonly hideArguments?: () => void;
}

/** Where a command reads and writes, and what it may do there. */
export interface Terminal extends Omit<Streams, 'forbidColours' | 'hideArguments'> {
  /** What a program would want to read: a line, or more, on standard output. */
  print(text: string): void;
  /** What is for people: a line, or more, on standard error. */
  say(text: string): void;
  /** Whether somebody is there who can be asked, and who sees the question. */
  mayAsk(): boolean;
  /** Whether to colour what is written here (https://no-color.org, https://force-color.org). */
  wantsColour(stream: Output): boolean;
  /** Whether a line may be written over again and again. */
  mayRedraw(stream: Output): boolean;
  /** Follows `--no-input` and `--no-color`. */
  restrict(limits: { readonly input?: false; readonly colour?: false }): void;
  /** For an argument that others must not see. */
  hideArguments(): void;
  /** With which code the command ends; that of the last call. */
  endWith(code: number): void;
  /** `undefined` until something sets it; then it counts as 0. */
  readonly exitCode: number | undefined;
}

/** How wide it is: 80 where nobody knows, also where a terminal says 0. */
export function columnsOf({ columns = 0 }: Output): number {
  return columns > 0 ? columns : 80;
}

export function createTerminal(streams: Streams): Terminal {
  const { stdout, stderr, environment } = streams;
  let [input, colour] = [true, true];
  let exitCode: number | undefined;
  // Such a terminal can neither move its cursor nor hide what is typed.
  const dumb = environment.TERM === 'dumb';
  return {
    ...{ stdout, stderr, environment },
    get stdin() {
      return streams.stdin;
    },
    print: (text) => void stdout.write(`${text}\n`),
    say: (text) => void stderr.write(`${text}\n`),
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
