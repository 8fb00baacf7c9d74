import type { Contract, Rule } from '../finding.ts';
import { below, children, fieldsOf, operationsOf } from '../tree.ts';

const names = ['reason', 'message'];

/**
 * Clients distinguish failures by their reasons, so none may be removed. They must expect new ones (`versioning`), so one may
 * be added, with its message. Redocly rates both the other way round.
 */
export const reasons: Rule = {
  name: 'reasons',
  rates: ({ path, property }) =>
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

/** Each value that a field of the status may have in a response, and where it is listed. */
function valuesOf(contract: Contract, name: string): ReadonlyMap<unknown, string> {
  const values = new Map<unknown, string>();
  for (const operation of operationsOf(contract).values()) {
    for (const [, response] of children(contract, below(contract, operation, 'responses'))) {
      for (const [, media] of children(contract, below(contract, response, 'content'))) {
        const steps = ['schema', 'properties', 'status', 'properties', name];
        const field = below(contract, media, ...steps);
        const listed = fieldsOf(field?.value).enum;
        if (!Array.isArray(listed)) continue;
        for (const value of listed) values.set(value, `${field?.pointer}/enum`);
      }
    }
  }
  return values;
}
