import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { isJsonObject } from '../../../conformance/engine/document/model/pointer.ts';
import { startProgram } from '../../support/command/child-process.ts';
import { type Block, blocksOf } from './blocks.ts';
import { createWorkplace, type Workplace } from './workplace.ts';

interface Options {
  readonly isSkipped: (block: Block) => boolean;
  /** The service that pages call which do not start it. */
  readonly demo: () => Promise<Demo>;
}

/** A service with its demo accounts, and an internal listener. */
export interface Demo {
  /** `data` of the folder in which it runs. */
  readonly data: string;
  /** What `serve --demo --json` prints. */
  readonly addresses: { readonly url: string; readonly internal: { readonly url: string } };
}

/** Runs a part of the contract tests: all of them take a hundred times as long, and `test/implementations` runs them. */
const withFewerChecks = (text: string) =>
  text
    .replaceAll(
      /^(?:npx tsx bin\/account-access\.ts|account-access) test http:\S+(?!.* --only )/gm,
      '$& --only headers paths',
    )
    .replaceAll(/ --only login(?= |$)/gm, '$&/returns-a-token');

/** Does what a page says, block by block: writes its files, runs its commands, and compares their output. */
export async function walk(markdown: string, { isSkipped, demo }: Options): Promise<void> {
  const workplace = createWorkplace();
  const addresses = new Map<string, string>();
  const replace = (text: string) =>
    [...addresses].reduce((all, [ours, real]) => all.replaceAll(ours, real), withFewerChecks(text));
  const restore = (text: string) =>
    [...addresses].reduce(
      (all, [ours, real]) => all.replaceAll(real, ours),
      text
        .replace('the selected checks', 'the contract tests')
        // The progress of a run that takes longer on a busy machine.
        .replaceAll(/^\d+ of \d+ checks(?:, \d+ failed)?; now .*\n/gm, ''),
    );
  const shell = openShell(workplace);
  const files = new Map<string, string>();
  const startsDemo = /^```sh server\n(?:account-access serve --demo|npm start)/m.test(markdown);

  for (const block of blocksOf(markdown).filter((one) => !isSkipped(one))) {
    const { language, flags, file, output } = block;
    const needsDemo = /127\.0\.0\.1:808[01]|api\.example\.com|data\/demo/.test(block.code);
    if (needsDemo && !startsDemo && !addresses.has('127.0.0.1:8080') && !flags.includes('server'))
      await useDemo();
    const code = replace(block.code);
    if (file !== undefined) {
      files.set(file, block.code);
      write(workplace.folder, file, code);
    }
    if (language !== 'sh') continue;
    if (flags.includes('server')) {
      const port = /(?<=PORT=|--port )\d+/.exec(block.code)?.[0];
      const separator = code.startsWith('npm ') && !code.includes(' -- ') ? ' --' : '';
      await start(
        port === undefined ? `${code.trim()}${separator} --port 0` : code.replace(port, '0'),
        port ?? (code.includes('mock') ? '4010' : '8080'),
        output,
      );
      continue;
    }
    const { text, failed } = await shell.run(code);
    expect(failed, `${code}\n${text}`).toBe(flags.includes('fails'));
    if (output !== undefined) expectOutput(restore(text), output);
  }

  async function useDemo(): Promise<void> {
    const { data, addresses: at } = await demo();
    symlinkSync(data, join(workplace.folder, 'data'));
    addresses.set('127.0.0.1:8080', new URL(at.url).host);
    addresses.set('127.0.0.1:8081', new URL(at.internal.url).host);
    addresses.set('https://api.example.com', at.url);
  }

  /** Starts a command that keeps running, until it has printed its address. */
  async function start(command: string, port: string, output?: Block['output']): Promise<void> {
    const words = ['bash', '--norc', '-c', `exec ${command.replace(/^((?:\w+=\S+ )+)/, 'env $1')}`];
    const child = startProgram(words, { cwd: workplace.folder, env: workplace.environment });
    onTestFinished(child.end);
    // The proxy reports on standard output only at its end.
    const address = () => addressIn(command.includes(' proxy ') ? child.stderr() : child.stdout());
    await until(child.process, () => address() !== undefined, `${command} has printed no address`);
    addresses.set(`127.0.0.1:${port}`, address() ?? '');
    // The page shows these programs before it starts the server.
    for (const [file, code] of files)
      if (code.includes(`127.0.0.1:${port}`)) write(workplace.folder, file, replace(code));
    if (output !== undefined) {
      const pattern = patternOf(output.code);
      await until(
        child.process,
        () => pattern.test(restore(child.stdout()).trim()),
        `${command} has not printed its output`,
      );
    }
  }
}

function write(folder: string, file: string, code: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), code);
}

function openShell({ folder, environment }: Workplace) {
  const child = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env: environment });
  onTestFinished(() => {
    child.stdin.end();
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    printed += chunk;
  });
  const end = /\n<end (\d+)>\n$/;
  const block = join(folder, 'node_modules/.block');
  return {
    /** Runs commands, which see the variables and the folder of the earlier ones. */
    async run(code: string) {
      printed = '';
      writeFileSync(block, code);
      child.stdin.write(
        `failed=0; set -o pipefail; trap 'failed=$?' ERR; . ${block} < /dev/null 2>&1; printf '\\n<end %d>\\n' $failed\n`,
      );
      await until(child, () => end.test(printed), 'the shell has not finished');
      return { text: printed.replace(end, ''), failed: end.exec(printed)?.[1] !== '0' };
    },
  };
}

const addressIn = (text: string) => /127\.0\.0\.1:\d+(?!\d)(?=[\s\S]*\n)/.exec(text)?.[0];

/** Waits for the output of a process, however long it takes. Rejects when the process ends first. */
function until(
  child: ChildProcessWithoutNullStreams,
  isThere: () => boolean,
  missing: string,
): Promise<void> {
  const streams = [child.stdout, child.stderr];
  return new Promise((resolve, reject) => {
    const look = () => {
      if (isThere()) end(resolve);
    };
    const close = () => end(() => reject(new Error(missing)));
    const end = (settle: () => void) => {
      for (const stream of streams) stream.off('data', look);
      child.off('close', close);
      settle();
    };
    for (const stream of streams) stream.on('data', look);
    child.once('close', close);
    look();
  });
}

/** Expects what a page says that a command prints. `…` stands for any text, and on a line of its own for any lines. */
function expectOutput(printed: string, { language, code }: Pick<Block, 'language' | 'code'>): void {
  if (language === 'json')
    expect(fillIn(JSON.parse(code), JSON.parse(printed))).toEqual(JSON.parse(printed));
  else expect(printed.trim()).toMatch(patternOf(code, '$'));
}

/** What the first lines of the output look like. */
function patternOf(shown: string, end = ''): RegExp {
  const lines = shown
    .trim()
    .split('\n')
    .map((line) => (line === '…' ? '[^]*' : escapePattern(line).replaceAll('…', '.*')));
  return new RegExp(
    `^${lines.join('\\n').replaceAll('\\n[^]*', '(?:\\n[^]*)?').replaceAll('[^]*\\n', '(?:[^]*\\n)?')}${end}`,
  );
}

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').trimEnd();

/** The expected value, with what varies taken from the actual one: text at `…`, and times. */
function fillIn(expected: unknown, actual: unknown, name = ''): unknown {
  if (typeof expected === 'string' && typeof actual === 'string')
    return new RegExp(`^${escapePattern(expected).replaceAll('…', '.+')}$`).test(actual)
      ? actual
      : expected;
  if (typeof expected === 'number' && typeof actual === 'number' && /_ms$|^iat$/.test(name))
    return actual;
  if (Array.isArray(expected) && Array.isArray(actual))
    return expected.map((element, index) => fillIn(element, actual[index]));
  if (!isJsonObject(expected) || !isJsonObject(actual)) return expected;
  return Object.fromEntries(
    Object.entries(expected).map(([field, value]) => [field, fillIn(value, actual[field], field)]),
  );
}
