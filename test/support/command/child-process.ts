import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
/** What Node imports to run TypeScript. A full URL, so that a program runs in any folder. */
export const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** `npm test` builds the command and sets this: it is what ships, and starts in half the time. `npx vitest run` needs no build. */
export const built = process.env.TEST_BUILT !== undefined;

/** The arguments of Node that run `account-access`. Its own arguments follow. */
export const commandArguments: readonly string[] = built
  ? [at('dist/bin/account-access.js')]
  : ['--import', tsx, at('bin/account-access.ts')];

/** The same for the contract test engine's own command. */
export const engineArguments: readonly string[] = built
  ? [at('conformance/engine/dist/bin/openapi-contract-tests.js')]
  : ['--import', tsx, at('conformance/engine/bin/openapi-contract-tests.ts')];

/** The engine, for modules that the child process of a command imports: it reads no TypeScript when it is built. */
export const engineUrl = pathToFileURL(
  at(built ? 'dist/conformance/engine/index.js' : 'conformance/engine/index.ts'),
).href;

export interface ChildOptions extends Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> {
  readonly env?: NodeJS.ProcessEnv;
  /** What stands on standard input. */
  readonly input?: string;
  /** Whether more could follow on standard input. */
  readonly keepInputOpen?: boolean;
  /** The program that runs Node, with its arguments. */
  readonly runBy?: readonly string[];
}

/** A program in its own process. */
export type Child = ReturnType<typeof startProgram>;

/** Starts the command. The caller must end it: in a test, use `runCommand` instead. */
export function startCommand(
  args: readonly string[],
  { runBy = [], ...options }: ChildOptions = {},
): Child {
  return startProgram([...runBy, process.execPath, ...commandArguments, ...args], options);
}

/** Starts a program with its arguments. The caller must end it. */
export function startProgram(
  [program = '', ...args]: readonly string[],
  { env = {}, input, keepInputOpen, ...options }: Omit<ChildOptions, 'runBy'> = {},
) {
  const child = spawn(program, args, { env: { ...inherited(), ...env }, ...options });
  if (!keepInputOpen) child.stdin.end(input);
  const output = { stdout: '', stderr: '' };
  let checkOutput = () => {};
  // A character may arrive in two chunks.
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk) => {
      output[name] += chunk;
      checkOutput();
    });
  const ended: Promise<number | NodeJS.Signals | null> = once(child, 'close').then(
    ([code, signal]) => signal ?? code,
  );

  const find = (wanted: string | RegExp) => {
    const { stdout, stderr } = output;
    if (typeof wanted !== 'string') return wanted.exec(stderr)?.[0] ?? wanted.exec(stdout)?.[0];
    return stderr.includes(wanted) || stdout.includes(wanted) ? wanted : undefined;
  };
  return {
    process: child,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    /** Waits for the text, or for a match of the expression, in its output. Rejects when the process ends first. */
    says: (text: string | RegExp) =>
      new Promise<string>((resolve, reject) => {
        checkOutput = () => {
          const found = find(text);
          if (found !== undefined) resolve(found);
        };
        checkOutput();
        ended.then((code) =>
          reject(
            new Error(
              `the program ended with ${code} and did not write "${text}": ${output.stderr}`,
            ),
          ),
        );
      }),
    /** The exit code, or the signal that ended it, after all of its output has been read. */
    ended,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    /** Kills the process if it still runs. */
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs a program with its arguments to its end. */
export async function runProgram(
  program: readonly string[],
  options?: Omit<ChildOptions, 'runBy'>,
) {
  const child = startProgram(program, options);
  return { code: await child.ended, stdout: child.stdout(), stderr: child.stderr() };
}

// Settings of the developer must not affect the tests.
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('ACCOUNT_ACCESS_')),
  );
}
