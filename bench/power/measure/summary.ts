import { groupBy } from '../../../conformance/engine/index.ts';
import type { Table } from '../../report/tables.ts';
import type { RunResult } from './measure-run.ts';
import type { Entry } from './tool.ts';

/** A table of all runs in a folder, in the order of servers, tools and limits. */
export function tableOf(runs: readonly RunResult[]): Table {
  const numbers = [
    'limit',
    'seed',
    'set-up',
    'requests',
    '2xx',
    'entries',
    'distinct',
    'changed',
    'left',
  ];
  const costs = ['wall', 'CPU', 'memory', 'load'];
  const rows = runs.map((run) => [
    ...[run.server, run.tool, `${run.limitSeconds} s`, String(run.seed)],
    String(run.setUp),
    String(run.requests),
    `${run.succeeded.length} of ${run.reachable}`,
    run.problem === undefined ? String(run.entries.length) : '',
    run.problem === undefined ? String(distinctEntries(run.entries).length) : '',
    ...[String(run.changed.length), String(run.left.length)],
    ...[`${run.wallSeconds.toFixed(0)} s`, `${run.cpuSeconds.toFixed(0)} s`],
    ...[`${run.peakMemoryMb.toFixed(0)} MB`, run.load.toFixed(1)],
  ]);
  return {
    numbers: [...numbers, ...costs],
    rows: [['server', 'tool', ...numbers, ...costs], ...rows],
  };
}

/** What a person reads to judge each entry: those with the same cause once, with the first request that shows it. */
export function findingsPage({
  server,
  tool,
  limitSeconds,
  seed,
  entries,
  problem,
}: RunResult): string {
  const title = `# ${tool} on ${server}: ${limitSeconds} s, seed ${seed}\n`;
  const sections = distinctEntries(entries).map(
    ({ operation, kind, message, curl, times }) =>
      `## ${operation}: ${kind}\n\n${message}\n\nReported ${times} times.\n\n\`\`\`sh\n${curl}\n\`\`\`\n`,
  );
  return [title, ...(problem === undefined ? [] : [problem, '']), ...sections].join('\n');
}

/** What entries are about, once each. */
export const causesOf = (entries: readonly Entry[]) => [...new Set(entries.map(causeOf))];

/** Entries that differ only in numbers and quoted values have the same cause. */
function causeOf({ operation, kind, message }: Entry): string {
  const words = message.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '').replace(/\d+/g, '0');
  return [operation, kind, words.slice(0, 200)].join('\n');
}

function distinctEntries(entries: readonly Entry[]): (Entry & { readonly times: number })[] {
  const groups = groupBy(entries, causeOf);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, times: others.length + 1 }],
  );
}
