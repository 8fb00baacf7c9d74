import { describe, expect, test } from 'vitest';
import { versionError } from '../../../scripts/contract-diff/releases.ts';
import { findingsOf } from './contracts.ts';
import { type Planned, thirtyChanges } from './thirty-changes.ts';

const verdicts = [
  ['breaking, must follow', 'breaks clients, and servers must follow', '2.0.0'],
  ['breaking, none', 'breaks clients', '2.0.0'],
  ['compatible, must follow', 'is compatible for clients, and servers must follow', '1.1.0'],
  ['compatible, none', 'is compatible for both', '1.1.0'],
  ['none, none', 'is editorial', '1.0.0'],
] as const;

describe('a contract that', () => {
  test.each(thirtyChanges.map((planned) => [titleOf(planned), planned] as const))(
    '%s',
    (_title, { clients, servers, edit }) => {
      const findings = findingsOf(edit);

      // The worst is first. What else is found may concern servers, too.
      expect(findings[0]?.clients).toBe(clients);
      expect(findings.some((found) => found.servers === 'must follow')).toBe(servers === 'must follow');
      const [, , needed] = verdictOf({ clients, servers });
      const enough = ['1.0.0', '1.1.0', '2.0.0'].filter((later) => !versionError(findings, '1.0.0', later));
      expect(enough[0]).toBe(needed);
    },
  );
});

test('thirty changes are listed, no two of them the same', () => {
  expect(new Set(thirtyChanges.map(({ change }) => change)).size).toBe(30);
});

function titleOf({ change, reason, ...verdict }: Planned): string {
  return `${change} ${verdictOf(verdict)[1]}, because ${reason}`;
}

function verdictOf({ clients, servers }: Pick<Planned, 'clients' | 'servers'>) {
  const found = verdicts.find(([parties]) => parties === `${clients}, ${servers}`);
  if (found === undefined) throw new Error(`${clients}, ${servers} is no verdict`);
  return found;
}
