import { groupBy } from '../../../conformance/engine/index.ts';
import { median } from '../../run/compare.ts';
import type { RunResult } from '../measure/measure-run.ts';
import { type Cause, causesOfRun, type ReadServer, type RunCauses } from './causes.ts';

/** The runs of a tool on a server with the same limit, which differ in their seeds. */
export interface Figures {
  readonly server: string;
  readonly tool: string;
  readonly limitSeconds: number;
  readonly runs: readonly RunResult[];
  /** What the entries of each run are about, in the same order. */
  readonly causes: readonly RunCauses[];
}

/** In the order of the runs. Without a file in `read/` all entries of a server are unread. */
export function figuresOf(
  runs: readonly RunResult[],
  servers: readonly ReadServer[],
): readonly Figures[] {
  const groups = groupBy(runs, (run) => [run.server, run.tool, run.limitSeconds].join('\n'));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { server, tool, limitSeconds } = first;
    const read = servers.find((one) => one.server === server) ?? { server, causes: [] };
    const causes = group.map((run) => causesOfRun(run, read));
    return [{ server, tool, limitSeconds, runs: group, causes }];
  });
}

export const medianOfRuns = ({ runs }: Figures, pick: (run: RunResult) => number): number =>
  median(runs.map(pick));

export const medianOfCauses = ({ causes }: Figures, pick: (causes: RunCauses) => number): number =>
  median(causes.map(pick));

export const defectsIn = (figures: Figures): number =>
  medianOfCauses(figures, ({ defects }) => defects.length);

/** In how many of the runs something was reported. */
export const timesReported = ({ causes }: Figures, cause: Cause): number =>
  causes.filter(({ defects, falseAlarms }) => [...defects, ...falseAlarms].includes(cause)).length;
