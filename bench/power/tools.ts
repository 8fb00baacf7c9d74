import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../processes/build.ts';

/** A server to test, with what a tool is given. */
export interface Given {
  readonly url: string;
  /** The path of the OpenAPI document, in JSON. */
  readonly document: string;
  /** An empty folder for what the tool writes. */
  readonly folder: string;
}

export interface Result {
  /** Why the tool could not test this server, or undefined. */
  readonly notStarted: string | undefined;
  /** One line for each thing that the tool reports as wrong, without what varies between runs. */
  readonly failures: ReadonlySet<string>;
}

export interface Tool {
  readonly name: string;
  /** What a user writes besides the command. */
  readonly setUp: readonly string[];
  readonly test: (given: Given, seed: number) => Promise<Result>;
}

const mostMs = 120_000;
const installed = (name: string) => join(import.meta.dirname, 'node_modules/.bin', name);

const ours: Tool = {
  name: 'account-access',
  setUp: [],
  async test({ url, document, folder }, seed) {
    const report = join(folder, 'report.json');
    const output = await run(folder, process.execPath, [
      ...[join(root, 'dist/bin/account-access.js'), 'test', url, '--document', document],
      ...['--seed', String(seed), '--max-time', '110', '--report', `json=${report}`],
    ]);
    const text = await readFile(report, 'utf8').catch(() => undefined);
    if (text === undefined) return notStarted(output);
    interface Reported {
      readonly checks: readonly {
        id: string;
        kind: string;
        findings?: readonly { kind: string; key?: string }[];
      }[];
    }
    // Our own format, described by report.schema.json.
    const { checks } = JSON.parse(text) as Reported;
    const failed = checks.filter(({ kind }) => kind === 'failed');
    return found(
      failed.flatMap(({ id, findings = [] }) => findings.map(({ key = '' }) => `${id} ${key}`)),
    );
  },
};

// Without a limit it sends over 12,000 requests to the store in five minutes, and has not ended.
const combinations = '50';

const specmatic: Tool = {
  name: 'Specmatic',
  setUp: [`export MAX_TEST_REQUEST_COMBINATIONS=${combinations}`],
  async test({ url, document, folder }) {
    const jar = join(import.meta.dirname, 'node_modules/specmatic/specmatic.jar');
    const args = ['-jar', jar, 'test', '--lenient', `--testBaseURL=${url}`, document];
    const output = await run(folder, 'java', args, { MAX_TEST_REQUEST_COMBINATIONS: combinations });
    if (!output.includes('Scenario: ')) return notStarted(output);
    return found([...output.matchAll(/^Scenario: (.*) has FAILED/gm)].map(([, line]) => line));
  },
};

const dredd: Tool = {
  name: 'Dredd',
  setUp: ['an `example` for each path parameter'],
  async test({ url, document, folder }) {
    const output = await run(folder, installed('dredd'), [document, url, '--loglevel=warning']);
    if (!/complete: \d+ passing/.test(output)) return notStarted(output);
    return found([...output.matchAll(/fail: (.*?) duration/g)].map(([, line]) => line));
  },
};

const portman: Tool = {
  name: 'Portman',
  setUp: [
    '{ "version": 1, "tests": { "contractTests": [',
    '  { "openApiOperation": "*::/*", "statusSuccess": { "enabled": true } },',
    '  { "openApiOperation": "*::/*", "contentType": { "enabled": true } },',
    '  { "openApiOperation": "*::/*", "schemaValidation": { "enabled": true } }',
    '] } }',
  ],
  async test({ url, document, folder }) {
    const config = join(folder, 'portman.json');
    await writeFile(config, portman.setUp.join('\n'));
    const output = await run(folder, installed('portman'), [
      ...['--local', document, '--baseUrl', url, '--runNewman', '--portmanConfigFile', config],
    ]);
    if (!output.includes('assertions')) return notStarted(output);
    return found([...output.matchAll(/^\s+\d+\. {1,2}(\[.*)$/gm)].map(([, line]) => line));
  },
};

const stepci: Tool = {
  name: 'Step CI',
  setUp: [],
  async test({ document, folder }) {
    const workflow = join(folder, 'workflow.yml');
    const made = await run(folder, installed('stepci'), ['generate', document, workflow]);
    const output = await run(folder, installed('stepci'), ['run', workflow]);
    if (!output.includes('Summary')) return notStarted(made + output);
    // A step that fails ends the others. They count as failed, because they say nothing about the server.
    return found(
      [...output.matchAll(/[✕⚠]\S* (.+?) (failed|skipped) after/g)].map(
        ([, step, how]) => `${step} ${how}`,
      ),
    );
  },
};

const respect: Tool = {
  name: 'Respect',
  setUp: [],
  async test({ document, folder }) {
    const redocly = join(root, 'node_modules/.bin/redocly');
    const workflow = join(folder, 'auto.arazzo.yaml');
    const made = await run(folder, redocly, ['generate-arazzo', document, '-o', workflow]);
    const output = await run(folder, redocly, ['respect', workflow]);
    if (!output.includes('Checks:')) return notStarted(made + output);
    const lines = output.split('\n').map((line) => line.trim());
    let step = '';
    const failures = lines.flatMap((line) => {
      if (/^(✓|✗|x) (GET|POST|PUT|PATCH|DELETE) /.test(line)) step = line;
      return /^✗ /.test(line) ? [`${step} ${line.replace(/\d+ms/g, '')}`] : [];
    });
    return found(failures);
  },
};

/** Ours and its peers, each with its defaults. */
export const tools: readonly Tool[] = [ours, specmatic, dredd, portman, stepci, respect];

/** Runs a command for two minutes at most, and returns what it printed, without colours. */
function run(
  folder: string,
  command: string,
  parameters: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const quiet = { REDOCLY_TELEMETRY: 'off', STEPCI_DISABLE_ANALYTICS: '1', NO_COLOR: '1' };
  const env = { ...process.env, ...quiet, ...variables };
  return new Promise((resolve) => {
    const options = {
      cwd: folder,
      env,
      timeout: mostMs,
      maxBuffer: 2 ** 26,
      killSignal: 'SIGKILL',
    } as const;
    execFile(command, [...parameters], options, (_error, out, errors) =>
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences that colour a terminal begin with one.
      resolve(`${out}\n${errors}`.replace(/\x1b\[[0-9;]*m/g, '')),
    );
  });
}

function notStarted(output: string): Result {
  const lines = output.split('\n').filter((line) => /error|cannot|failed|unable/i.test(line));
  return { notStarted: (lines[0] ?? output.trim()).trim().slice(0, 200), failures: new Set() };
}

function found(lines: readonly (string | undefined)[]): Result {
  const failures = lines.filter((line) => line !== undefined);
  // Digits, such as ids and durations, differ from run to run.
  return {
    notStarted: undefined,
    failures: new Set(failures.map((line) => line.replace(/\d+/g, '0'))),
  };
}
