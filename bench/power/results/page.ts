import { groupBy } from '../../../conformance/engine/index.ts';
import { figure, markdownTable, type Table } from '../../report/tables.ts';
import { ours } from '../peers/ours.ts';
import type { Cause, ReadServer } from './causes.ts';
import { defectsIn, type Figures, medianOfCauses, medianOfRuns, timesReported } from './figures.ts';

export interface PageInput {
  readonly figures: readonly Figures[];
  readonly servers: readonly ReadServer[];
  /** What each tool finds of the planted faults, where that was measured. */
  readonly planted: Table | undefined;
}

/** `RESULTS.md`. */
export function drawPage({ figures, servers, planted }: PageInput): string {
  return [
    '# Test power: results',
    intro,
    '## Real servers',
    ...comparedText(figures),
    markdownTable(comparedTable(figures)),
    '## What each run found and took',
    runsText,
    markdownTable(runsTable(figures)),
    ...(planted === undefined ? [] : ['## Planted faults', plantedText, markdownTable(planted)]),
    ...servers.flatMap((server) => serverSection(server, figures)),
  ]
    .join('\n\n')
    .concat('\n');
}

const intro = `\`npx tsx bench/power/results.ts\` generates this page from the runs of \`measure.ts\` and \`planted.ts\`, and from the lists in
[read](read), where somebody has judged what the tools reported. [The README](README.md) says how the tools are run.

A defect is something that the owner of a server would fix in one place, in the code or in the document, however many entries a tool
reports about it. It is counted in the same way for every tool. Where it is unclear whether something is a defect, it counts as one.`;

const runsText = `Figures are medians over the seeds, except for the records, where the largest number counts. Set-up is the number of lines that a user
writes before the first run. 2xx is the number of operations with a successful response, of those that a person reaches with curl.
Unread entries are those that nobody has judged. Changed records were there before the run, and the tool updated or deleted them. Records
left behind were created by the tool.`;

const plantedText = `Each app has 40 planted faults, one at a time. A fault is found when a tool reports something that it does not report about the app
without a fault. Everything that it reports there is a false alarm.`;

/** The defects of ours and of the best of the others, for each server. */
interface Compared {
  readonly server: string;
  readonly limitSeconds: number;
  readonly ours: Figures;
  readonly best: Figures;
}

/** Ours in the shortest runs, with the others in each limit that they were given. */
function comparedServers(figures: readonly Figures[]): readonly Compared[] {
  const byServer = groupBy(figures, ({ server }) => server);
  return [...byServer].flatMap(([server, all]) => {
    const [own] = all
      .filter(({ tool }) => tool === ours.name)
      .sort((a, b) => a.limitSeconds - b.limitSeconds);
    if (own === undefined) return [];
    const others = groupBy(
      all.filter(({ tool }) => tool !== ours.name),
      ({ limitSeconds }) => String(limitSeconds),
    );
    return [...others].map(([limit, peers]) => {
      const best = peers.reduce((a, b) => (defectsIn(b) > defectsIn(a) ? b : a));
      return { server, limitSeconds: Number(limit), ours: own, best };
    });
  });
}

function comparedText(figures: readonly Figures[]): string[] {
  const byLimit = groupBy(comparedServers(figures), ({ limitSeconds }) => String(limitSeconds));
  return [...byLimit].map(([limit, compared]) => {
    const ahead = compared.map(({ ours: own, best }) =>
      Math.sign(defectsIn(own) - defectsIn(best)),
    );
    const count = (sign: number) => ahead.filter((one) => one === sign).length;
    const limits = new Set(compared.map((one) => one.ours.limitSeconds));
    return `In ${[...limits].join(' or ')} s, ours finds more defects than the best of the others in ${limit} s on ${count(1)} of ${compared.length} servers, as many on ${count(0)}, and fewer on ${count(-1)}.`;
  });
}

function comparedTable(figures: readonly Figures[]): Table {
  const numbers = ['ours', 'best of the others', 'in'];
  const rows = comparedServers(figures).map(({ server, limitSeconds, ours: own, best }) => [
    ...[server, figureOf(defectsIn(own)), figureOf(defectsIn(best))],
    ...[`${limitSeconds} s`, best.tool],
  ]);
  return { numbers, rows: [['server', ...numbers, 'which'], ...rows] };
}

function runsTable(figures: readonly Figures[]): Table {
  const found = ['2xx', 'defects', 'false alarms', 'unread', 'entries'];
  const numbers = ['limit', 'seeds', 'set-up', ...found, 'changed', 'left', 'time', 'memory'];
  const rows = figures.map((one) => {
    const reached = medianOfRuns(one, ({ succeeded }) => succeeded.length);
    const reachable = medianOfRuns(one, (run) => run.reachable);
    const seconds = medianOfRuns(one, ({ wallSeconds }) => wallSeconds);
    const memoryMb = medianOfRuns(one, ({ peakMemoryMb }) => peakMemoryMb);
    return [
      ...[one.server, one.tool, `${one.limitSeconds} s`, String(one.runs.length)],
      figureOf(medianOfRuns(one, ({ setUp }) => setUp)),
      `${figureOf(reached)} of ${figureOf(reachable)}`,
      ...foundCells(one),
      String(Math.max(...one.runs.map(({ changed }) => changed.length))),
      String(Math.max(...one.runs.map(({ left }) => left.length))),
      ...[`${seconds.toFixed(0)} s`, `${memoryMb.toFixed(0)} MB`],
    ];
  });
  return { numbers, rows: [['server', 'tool', ...numbers], ...rows] };
}

/** Empty where the tool could not run. */
function foundCells(one: Figures): string[] {
  if (one.runs.some(({ problem }) => problem !== undefined)) return ['', '', '', ''];
  return [
    defectsIn(one),
    medianOfCauses(one, ({ falseAlarms }) => falseAlarms.length),
    medianOfCauses(one, ({ unread }) => unread.length),
    medianOfRuns(one, ({ entries }) => entries.length),
  ].map(figureOf);
}

/** Every defect that a tool found, and who found it, then the false alarms. */
function serverSection({ server, causes }: ReadServer, figures: readonly Figures[]): string[] {
  const own = figures.filter((one) => one.server === server);
  const isReported = (cause: Cause) => finders(cause, own) !== '';
  const reported = causes.filter(isReported);
  if (reported.length === 0) return [];
  const list = (some: readonly Cause[]) => some.map((cause) => causeText(cause, own)).join('\n');
  const defects = reported.filter(({ falseBecause }) => falseBecause === undefined);
  const alarms = reported.filter(({ falseBecause }) => falseBecause !== undefined);
  return [
    `## ${server}`,
    ...(defects.length > 0 ? [list(defects)] : []),
    ...(alarms.length > 0 ? ['False alarms:', list(alarms)] : []),
  ];
}

function causeText(cause: Cause, figures: readonly Figures[]): string {
  const { what, falseBecause, curl } = cause;
  const why = falseBecause === undefined ? '' : ` ${falseBecause}`;
  const shown = curl === undefined ? '' : `\n  \`${curl}\``;
  return `- ${what}${why} _${finders(cause, figures)}_${shown}`;
}

function finders(cause: Cause, figures: readonly Figures[]): string {
  return figures
    .flatMap((one) => {
      const times = timesReported(one, cause);
      const seeds = one.runs.length === 1 ? '' : `, ${times} of ${one.runs.length} seeds`;
      return times === 0 ? [] : [`${one.tool} (${one.limitSeconds} s${seeds})`];
    })
    .join(', ');
}

/** A median over an even number of seeds may have a half. */
const figureOf = (value: number): string =>
  Number.isInteger(value) ? value.toLocaleString('en') : figure(value);
