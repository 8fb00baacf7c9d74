import { auditFormat, chainOf, hashEvent } from '../../server/store/audit/chain.ts';
import type { AuditEventsTable } from '../../server/store/schema.ts';
import type { ChainHead } from './anchor.ts';

/**
 * - `missing`: there is a gap.
 * - `changed`: the event is not what its hash was made of.
 * - `unlinked`: the event is right in itself, but does not follow the one before it.
 * - `misplaced`: it belongs into another chain.
 * - `format_unknown`: its hash was made in a way that this release does not know, or that was given up before it.
 * - `cut`: the chain's last events are gone.
 * - `beyond_end`: events come after what the chain's end says.
 * - `end_changed`, `end_missing`: the chain's end is not that of its last event, or is not there.
 */
export type ChainProblem =
  | 'missing'
  | 'changed'
  | 'unlinked'
  | 'misplaced'
  | 'format_unknown'
  | 'cut'
  | 'beyond_end'
  | 'end_changed'
  | 'end_missing';

/** What is wrong with an event that comes after `before`, if anything. `format`: of the event before it. */
export function checkEvent(
  row: AuditEventsTable,
  before: ChainHead,
  format: number,
): ChainProblem | undefined {
  if (row.sequence !== before.sequence + 1) return 'missing';
  if (row.format < format || row.format > auditFormat) return 'format_unknown';
  if (hashEvent(row) !== row.hash) return 'changed';
  if (row.previous_hash !== before.hash) return 'unlinked';
  if (row.chain !== chainOf(row.account_id ?? undefined)) return 'misplaced';
  return undefined;
}
