import { auditFormat, chainOf, hashEvent } from '../../server/store/audit/record-event.ts';
import type { AuditEventsTable } from '../../server/store/schema.ts';
import type { ChainHead } from './anchor.ts';

/**
 * - `missing`: an event before it is gone.
 * - `changed`: the event does not match its hash.
 * - `unlinked`: the event matches its hash, but does not follow the event before it.
 * - `misplaced`: the event belongs to another chain.
 * - `format_unknown`: the hash has a format that this release does not know, or that later events replaced.
 * - `cut`: the last events of the chain are gone.
 * - `beyond_end`: there are events after the recorded end of the chain.
 * - `end_changed`, `end_missing`: the recorded end is not the last event, or is missing.
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

/** What is wrong with the event after `before`, if anything. `format` is that of the event before it. */
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
