import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { groupBy } from '../../../conformance/engine/index.ts';
import type { Table } from '../../report/tables.ts';
import type { RunResult } from '../measure/measure-run.ts';
import { faultsOf } from '../measure/planted-server.ts';
import { runFiles } from '../measure/runs.ts';
import { causesOf } from '../measure/summary.ts';
import { harmlessKinds } from '../peers/ours.ts';

/** A run against an app with a planted fault, or without one. */
interface PlantedRun {
  readonly app: string;
  readonly tool: string;
  /** Of the fault; `undefined` without one. */
  readonly kind: string | undefined;
  readonly causes: readonly string[];
}

/** A fault is found when the tool reports something that it never reports about the app without a fault. */
export async function plantedTable(output: string): Promise<Table> {
  const runs = await readPlantedRuns(output);
  const groups = groupBy(runs, ({ app, tool }) => `${app}\n${tool}`);
  const kinds = [...new Set(runs.flatMap(({ kind }) => kind ?? []))];
  const numbers = [...kinds, 'all', 'false alarms'];
  const rows = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [[first.app, first.tool, ...cellsOf(group, kinds)]];
  });
  return { numbers, rows: [['app', 'tool', ...numbers], ...rows] };
}

function cellsOf(runs: readonly PlantedRun[], kinds: readonly string[]): string[] {
  const clean = runs.filter(({ kind }) => kind === undefined);
  const alarms = new Set(clean.flatMap(({ causes }) => causes));
  const planted = runs.filter(({ kind }) => kind !== undefined);
  const countOf = (some: readonly PlantedRun[]) => {
    const found = some.filter(({ causes }) => causes.some((cause) => !alarms.has(cause)));
    return `${found.length} of ${some.length}`;
  };
  const byKind = kinds.map((kind) => countOf(planted.filter((run) => run.kind === kind)));
  return [...byKind, countOf(planted), String(alarms.size)];
}

/** `planted.ts` keeps each in a folder `<app>/<tool>-<fault>`. */
async function readPlantedRuns(output: string): Promise<PlantedRun[]> {
  const files = await runFiles(output);
  const runs = await Promise.all(
    files.map(async (file): Promise<PlantedRun[]> => {
      const [app = '', run = ''] = dirname(file).split('/');
      const fault = run.slice(run.indexOf('-') + 1);
      const [planted] = faultsOf(app, [fault]);
      // A fault that the app no longer has is left out.
      if (planted === undefined && !fault.startsWith('clean-')) return [];
      // `measureRun` wrote it.
      const result = JSON.parse(await readFile(join(output, file), 'utf8')) as RunResult;
      const causes = causesOf(result.entries.filter(({ kind }) => !harmlessKinds.has(kind)));
      return [{ app, tool: result.tool, kind: planted?.kind, causes }];
    }),
  );
  return runs.flat();
}
