import { decisionPlaces } from '../../generated/decision-places.ts';
import { isJsonObject, valueAt } from '../engine/index.ts';

/**
 * A copy of the contract that says where it rests on our decisions: `x-decision` at each such element. The published document
 * has no such marks. With them, what a server decides differently is reported as "differs" and not as a failure.
 */
export function markDecisions<Contract>(document: Contract): Contract {
  const marked = structuredClone(document);
  for (const [place, slugs] of Object.entries(decisionPlaces)) {
    const element = valueAt(marked, place);
    if (isJsonObject(element)) Object.assign(element, { 'x-decision': slugs });
  }
  return marked;
}
