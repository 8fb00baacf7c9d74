import type { ChainProblem } from '../../../operator/audit/audit-check.ts';
import type { ChainReport } from '../../../operator/audit/audit-verify.ts';
import { formatTable } from '../../output/format-table.ts';

/** A row for each chain that is broken, in 80 columns. */
export function describeProblems(chains: readonly ChainReport[]): string {
  const rows = chains.flatMap(({ chain, events, broken }) =>
    broken === undefined
      ? []
      : [[String(chain), String(events), String(broken.sequence), problems[broken.problem]]],
  );
  return formatTable([['CHAIN', 'RIGHT', 'FIRST BROKEN', 'WHAT'], ...rows]);
}

const problems = {
  missing: 'an event is missing',
  changed: 'the event was changed',
  unlinked: 'the event does not follow the one before',
  misplaced: 'the event is of another chain',
  format_unknown: 'the hash is of a kind not known here',
  cut: 'the last events are missing',
  beyond_end: 'events after the recorded end',
  end_changed: 'the recorded end is another',
  end_missing: 'the recorded end is missing',
} as const satisfies Record<ChainProblem, string>;
