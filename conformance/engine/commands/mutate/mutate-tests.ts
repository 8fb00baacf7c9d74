import { parseBaseUrl } from '../../http/request.ts';
import { shellWord } from '../../http/shell-word.ts';
import { nameOf } from '../../mutate/mutation.ts';
import { countMutations, type MutationReport } from '../../mutate/mutation-report.ts';
import { orderMutations } from '../../mutate/order-mutations.ts';
import { emptyProfile } from '../../profile/profile.ts';
import { createSecrets, type Secrets } from '../../secrets.ts';
import { openLine } from '../../terminal/redrawn-line.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../terminal/usage-error.ts';
import { truncate } from '../../truncate.ts';
import { withoutQuery } from '../../without-query.ts';
import { connect } from '../connect.ts';
import type { TestOptions } from '../options.ts';
import { startProxy } from '../proxy/start-proxy.ts';
import { readInChild } from '../start-task.ts';
import type { TestProgram } from '../test-program.ts';
import { changeResponses } from './change-responses.ts';
import { operationFinder } from './find-operation.ts';
import { measureTests } from './measure-tests.ts';
import { recordTests } from './record-tests.ts';
import { runTests } from './run-tests.ts';

export interface MutateOptions
  extends Pick<TestOptions, 'document' | 'allowFiles' | 'ca' | 'cert' | 'key' | 'insecure'> {
  readonly urlVariable: string;
  readonly port: number;
  readonly host: string;
  readonly maxTime: number;
  readonly seed: number;
}

/** Measures the tests, and returns the report. `output` is what the tests wrote, if it says why there is no score. */
export async function mutateTests(
  program: TestProgram,
  terminal: Terminal,
  baseUrl: string,
  command: readonly string[],
  options: MutateOptions,
): Promise<{ readonly report: MutationReport; readonly output: string | undefined }> {
  const { document, allowFiles, maxTime, seed, urlVariable } = options;
  const startedAt = new Date();
  const secrets = createSecrets();
  const target = await connect(baseUrl, options, emptyProfile, secrets);
  const input = {
    baseUrl,
    ...(document !== undefined && { document }),
    ...(allowFiles && { allowFiles }),
  };
  const plan = (copies: Parameters<typeof readInChild<'mutations'>>[1]['copies']) =>
    readInChild('mutations', { ...input, copies }, program, terminal);
  const { operations, basePaths } = await plan([]);
  if (operations.length === 0) throw new UsageError('the document has no operation');
  const find = operationFinder(operations, parseBaseUrl(baseUrl).prefix, basePaths);

  const recording = recordTests(find, secrets);
  const responses = changeResponses(find);
  const proxy = await listen(target, options, recording.take, responses.change);
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, onSignal);
  const name = truncate(command.map(shellWord).join(' '), 60);
  const progress = showRuns(terminal, name);
  const withUrl = command.map((word) => word.replaceAll('{url}', proxy.url));
  const environment = { ...terminal.environment, [urlVariable]: proxy.url };

  try {
    const { recorded, found, tried, testsMs, inconclusive, output } = await measureTests({
      run: (limitMs) => runTests(withUrl, environment, limitMs, stop.signal),
      recorded: recording.stop,
      plan: async ({ copies }) => orderMutations((await plan(copies)).mutations, seed),
      responses,
      maxTimeMs: maxTime * 1000 - (Date.now() - startedAt.getTime()),
      progress: progress.say,
    });
    const called = [...recorded.requests.keys()];
    const report: MutationReport = {
      version: 1,
      tool: program.tool,
      target: baseUrl,
      document: document && withoutQuery(document),
      command: command.map(shellWord).join(' '),
      seed,
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      testsMs: Math.round(testsMs),
      ...countMutations(tried, found, recorded.requests),
      notCalled: operations.map(nameOf).filter((one) => !called.includes(one)),
      unknownRequests: recorded.unknownRequests,
      ...(inconclusive !== undefined && { inconclusive }),
    };
    return { report: masked(report, secrets), output: output && lastLines(secrets.mask(output)) };
  } finally {
    progress.end();
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, onSignal);
    await proxy.close();
    target.close();
  }
}

async function listen(
  target: Parameters<typeof startProxy>[0],
  { host, port }: Pick<MutateOptions, 'host' | 'port'>,
  take: ReturnType<typeof recordTests>['take'],
  change: ReturnType<typeof changeResponses>['change'],
) {
  try {
    const judge = { take, leaveOut: () => {} };
    return await startProxy(target, { host, port, judge, change });
  } catch (cause) {
    target.close();
    throw new UsageError(
      `cannot listen on ${host} port ${port}; choose another with --host or --port`,
      { cause },
    );
  }
}

/** Without a terminal, a line is said so often. */
const lineEveryMs = 10_000;

function showRuns(terminal: Terminal, command: string) {
  const line = openLine(terminal);
  const isDrawn = terminal.mayRedraw(terminal.stderr);
  let saidAt = Number.NEGATIVE_INFINITY;
  return {
    say: (text: string) => {
      if (isDrawn) return line.write(`${command}  ${text}`);
      if (performance.now() - saidAt < lineEveryMs) return;
      saidAt = performance.now();
      terminal.say(`${command}  ${text}`);
    },
    end: line.end,
  };
}

/** What the tests sent and got may be in their command and in the responses. */
function masked(report: MutationReport, secrets: Secrets): MutationReport {
  const { command, mutations, ...rest } = report;
  const show = <Part extends { readonly body: string } | undefined>(part: Part): Part =>
    part && { ...part, body: secrets.maskReceived(part.body) };
  return {
    ...rest,
    command: secrets.mask(command),
    mutations: mutations.map(({ id, what, before, after, ...mutation }) => ({
      // The keys of a map may be anything.
      id: secrets.mask(id),
      what: secrets.mask(what),
      ...mutation,
      ...(before && { before: show(before) }),
      ...(after && { after: show(after) }),
    })),
  };
}

const shownLines = 20;

function lastLines(output: string): string {
  return output.trimEnd().split('\n').slice(-shownLines).join('\n');
}
