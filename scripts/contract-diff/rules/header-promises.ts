import type { Contract, Finding, Rule } from '../finding.ts';
import { below, children, operationsOf } from '../tree.ts';

/** A header that every response had and that may now be missing, or the reverse. Redocly rates both as editorial. */
export const headerPromises: Rule = {
  name: 'header-promises',
  rates: ({ path, property }) => property === 'required' && /\/responses\/[^/]+\/headers\/[^/]+$/.test(path),
  find(released, later) {
    const after = headersOf(later);
    const found = new Map<string, Omit<Finding, 'rule'>>();
    for (const [key, before] of headersOf(released)) {
      const now = after.get(key);
      if (now === undefined || now.always === before.always) continue;
      const sentence = now.always
        ? `The header ${now.name} is now always sent.`
        : `The header ${now.name} is no longer always sent.`;
      found.set(now.pointer, {
        impact: now.always ? 'additive' : 'breaking',
        pointer: `${now.pointer}/required`,
        sentence,
      });
    }
    return [...found.values()];
  },
};

interface Header {
  readonly name: string;
  readonly pointer: string;
  readonly always: boolean;
}

function headersOf(contract: Contract): ReadonlyMap<string, Header> {
  const headers = new Map<string, Header>();
  for (const [operation, place] of operationsOf(contract)) {
    for (const [status, response] of children(contract, below(contract, place, 'responses'))) {
      for (const [name, { pointer, value }] of children(contract, below(contract, response, 'headers')))
        headers.set(`${operation} ${status} ${name.toLowerCase()}`, {
          name,
          pointer,
          always: value.required === true,
        });
    }
  }
  return headers;
}
