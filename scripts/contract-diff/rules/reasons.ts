import type { Contract, Rule } from '../finding.ts';
import { below, children, membersOf, operationsOf } from '../tree.ts';

const names = ['reason', 'message'];

/**
 * Clients tell failures apart by their reasons, so none may go; they are told to expect more of them (`versioning`), so one
 * may come, with its message. Redocly rates both the other way about.
 */
export const reasons: Rule = {
  name: 'reasons',
  speaksOf: ({ path, property }) =>
    property === 'enum' && /\/responses\/.*\/properties\/status\/properties\/(?:reason|message)$/.test(path),
  find(released, later) {
    return names.flatMap((name) => {
      const [before, after] = [valuesOf(released, name), valuesOf(later, name)];
      const gone = [...before].filter(([value]) => !after.has(value));
      const come = [...after].filter(([value]) => !before.has(value));
      return [
        ...gone.map(([value, pointer]) => ({
          impact: 'breaking' as const,
          pointer,
          sentence: `The ${name} \`${value}\` was removed.`,
        })),
        ...come.map(([value, pointer]) => ({
          impact: 'additive' as const,
          pointer,
          sentence: `The ${name} \`${value}\` was added.`,
        })),
      ];
    });
  },
};

/** Each value that the status of an answer may have for a member, and where it is listed. */
function valuesOf(contract: Contract, name: string): ReadonlyMap<unknown, string> {
  const values = new Map<unknown, string>();
  for (const operation of operationsOf(contract).values()) {
    for (const [, response] of children(contract, below(contract, operation, 'responses'))) {
      for (const [, media] of children(contract, below(contract, response, 'content'))) {
        const steps = ['schema', 'properties', 'status', 'properties', name];
        const member = below(contract, media, ...steps);
        const listed = membersOf(member?.value).enum;
        if (!Array.isArray(listed)) continue;
        for (const value of listed) values.set(value, `${member?.pointer}/enum`);
      }
    }
  }
  return values;
}
