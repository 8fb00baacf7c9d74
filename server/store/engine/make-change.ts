import { addEvent } from '../audit/record-event.ts';
import type { Change, StoreTransaction } from './engine.ts';

/** Makes the change in a transaction. Returns whether a row was changed. */
export async function makeChange<Values extends object>(
  transaction: StoreTransaction,
  { statement, values, event }: Change<Values>,
): Promise<boolean> {
  const { numAffectedRows } = await statement(transaction, values);
  if (numAffectedRows !== 1n) return false;
  await addEvent(transaction, event);
  return true;
}
