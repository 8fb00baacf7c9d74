import { lateMs, type Mutation, nameOf } from '../../mutate/mutation.ts';
import type { Noticed, Tried } from '../../mutate/mutation-report.ts';
import { count } from '../../report/text.ts';
import type { Recorded } from './record-tests.ts';
import type { TestRun } from './run-tests.ts';

/** What the tests run against. */
export interface Setup {
  /** Runs the tests once. */
  run(limitMs: number): Promise<TestRun>;
  /** Ends the recording of the first run. */
  recorded(): Recorded;
  /** What the recorded responses could become, in the order in which it is tried. */
  plan(recorded: Recorded): Promise<readonly Mutation[]>;
  readonly responses: {
    start(mutation: Mutation): void;
    /** Returns how many responses were changed. */
    stop(): number;
  };
  readonly maxTimeMs: number;
  progress(text: string): void;
}

export interface Measured {
  readonly recorded: Recorded;
  readonly found: readonly Mutation[];
  readonly tried: readonly Tried[];
  /** The longer of the runs without any change. */
  readonly testsMs: number;
  readonly inconclusive?: string;
  /** What the tests wrote, if it says why there is no score. */
  readonly output?: string;
}

/** A run with a mutation that takes so much longer has hung. */
const slower = 3;
const patienceMs = 10_000;

/** Runs the tests as they are, then once for each mutation, and last as they are, to see whether the results can be trusted. */
export async function measureTests(setup: Setup): Promise<Measured> {
  const start = performance.now();
  const remaining = () => setup.maxTimeMs - (performance.now() - start);
  setup.progress('without any change');
  const first = await setup.run(remaining());
  const recorded = setup.recorded();
  const none = { recorded, found: [], tried: [], testsMs: first.durationMs };
  if (first.end !== 'passed') return { ...none, ...unusable(first, 'without any change') };
  if (recorded.requests.size === 0) return { ...none, inconclusive: noRequest(recorded) };

  const found = await setup.plan(recorded);
  setup.progress('without any change, once more');
  const second = await setup.run(remaining());
  const testsMs = Math.max(first.durationMs, second.durationMs);
  const planned = { ...none, found, testsMs };
  if (second.end !== 'passed') return { ...planned, ...unusable(second, notRepeatable) };

  const limitMs = slower * testsMs + patienceMs;
  const tried: Tried[] = [];
  for (const [at, mutation] of found.entries()) {
    // One more run follows.
    if (remaining() < 2 * testsMs) break;
    setup.progress(
      `${at + 1}/${found.length} ${nameOf(mutation.operation)} ${mutation.status}: ${mutation.what}`,
    );
    setup.responses.start(mutation);
    const late = mutation.kind === 'late' ? lateMs : 0;
    const most = Math.min(limitMs + late, remaining() - testsMs);
    const run = await setup.run(most);
    const changed = setup.responses.stop();
    if (run.end === 'stopped') return { ...planned, tried, ...unusable(run, '') };
    // The time was up, and not only that of the tests.
    if (run.end === 'hung' && most < limitMs + late) break;
    tried.push({ mutation, ...resultOf(run, changed) });
  }

  setup.progress('without any change, at the end');
  const last = await setup.run(limitMs);
  if (last.end !== 'passed') return { ...planned, tried, ...unusable(last, notTrusted) };
  if (tried.some(({ result }) => result !== 'unreached')) return { ...planned, tried };
  const inconclusive =
    tried.length < found.length
      ? 'no change could be tried before --max-time'
      : 'no response of the tests could be changed';
  return { ...planned, tried, inconclusive };
}

const notRepeatable =
  'in a second run without any change, although the first one passed: each run must find the server as it needs it';
const notTrusted =
  'without any change after all others, so they may have failed for the same reason';

function resultOf(run: TestRun, changed: number): Omit<Tried, 'mutation'> {
  if (changed === 0) return { result: 'unreached' };
  if (run.end === 'passed') return { result: 'survived' };
  // The other ends were handled before.
  return { result: 'noticed', noticed: run.end as Noticed };
}

/** Why there is no score, or none to trust. */
function unusable(
  { end, code, durationMs, output }: TestRun,
  when: string,
): Pick<Measured, 'inconclusive' | 'output'> {
  switch (end) {
    case 'stopped':
      return { inconclusive: 'the run was stopped' };
    case 'hung':
      return {
        inconclusive: `the tests did not end in ${Math.ceil(durationMs / 1000)} s ${when}`,
        output,
      };
    default:
      return { inconclusive: `the tests ${end} (${code}) ${when}`, output };
  }
}

function noRequest({ unknownRequests }: Recorded): string {
  return unknownRequests === 0
    ? 'the tests sent no request to the proxy: let them use its URL'
    : `the tests sent ${count(unknownRequests, 'request')} through the proxy, but none to an operation of the document`;
}
