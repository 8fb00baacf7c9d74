import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { checks, responseChecks } from '../../conformance/suite/catalogue.ts';
import { clauses } from '../../generated/clauses.ts';
import { at, facts } from '../../scripts/clauses/facts.ts';
import { sourcePath } from '../../scripts/clauses/read-clauses.ts';
import {
  readDecisions,
  readTraces,
  undecided,
  untested,
} from '../../scripts/clauses/trace-clauses.ts';

const text = await readFile(sourcePath, 'utf8');

test('the source is the interface description, byte for byte', () => {
  // It is law: the contract follows the source, never the other way. With other words it would be another contract.
  const hash = createHash('sha256').update(text).digest('hex');
  expect(hash).toBe('ed18e39d8f799204f5f8aa0783ba7abb3d854bcbbd067987ca4a6bbf478aa95c');
});

test('every check rests on a clause that the source has, if it rests on a clause', () => {
  const unknown = [...checks, ...responseChecks].filter(
    ({ basis, source }) =>
      (basis === 'shown' || /^\d/.test(source)) && !Object.hasOwn(clauses, source),
  );
  expect(unknown.map(({ id, source }) => `${id}: ${source}`)).toEqual([]);
});

const traces = await readTraces();
const ids = (found: typeof traces) => found.map(({ clause }) => clause.id);
const isTested = (id: string) =>
  traces.some(
    ({ clause, checks, sectionChecks }) =>
      (clause.id === id || clause.section === id) && checks.length + sectionChecks.length > 0,
  );

test('every clause that shows something has a check, or a reason why no check names it', () => {
  const without = traces.filter(
    ({ clause, shows, checks, sectionChecks }) =>
      shows && checks.length + sectionChecks.length === 0 && !Object.hasOwn(untested, clause.id),
  );
  expect(ids(without)).toEqual([]);
});

test('a clause is not excused that checks name, nor by clauses that have none', () => {
  const excused = traces.filter(({ clause }) => Object.hasOwn(untested, clause.id));
  expect(ids(excused)).toEqual(Object.keys(untested));
  expect(ids(excused.filter(({ checks }) => checks.length > 0))).toEqual([]);
  const others = Object.values(untested).flatMap((reason) =>
    typeof reason === 'string' ? [] : reason,
  );
  expect(others.filter((id) => !isTested(id))).toEqual([]);
});

test('every clause that says "not shown" has a decision, or the contract does without', () => {
  const open = traces.filter(({ leavesOpen }) => leavesOpen);
  const isDecided = ({ clause, decisions }: (typeof traces)[number]) =>
    decisions.length > 0 !== Object.hasOwn(undecided, clause.id);
  expect(open.length).toBeGreaterThan(10);
  expect(ids(open.filter((trace) => !isDecided(trace)))).toEqual([]);
});

test('every decision quotes a clause, and every fact begins with the clauses that show it', async () => {
  const quoted = readDecisions(await readFile('docs/test/decisions.md', 'utf8'));
  expect(quoted.size).toBeGreaterThan(20);
  expect([...quoted].filter(([, named]) => named.length === 0)).toEqual([]);
  expect(facts.flatMap((fact) => fact.clauses).filter((id) => !Object.hasOwn(clauses, id))).toEqual(
    [],
  );
});

test('every clause that shows something of the contract has a fact', () => {
  const without = traces.filter(({ shows, facts: own }) => shows && own.length === 0);
  // The first is about the source itself.
  expect(ids(without)).toEqual(['0.1']);
});

test.each(facts)('$clauses $words ($pointer)', ({ pointer, isTrue }) => {
  expect(at(pointer)).toSatisfy(isTrue);
});

test('a pointer to nothing finds nothing, so that a lost clause fails', () => {
  expect(at('/paths/~1v1~1auth~1logout/post/operationId')).toBeUndefined();
  expect(at('/paths/~1v1~1auth~1login/post/operationId')).toBe('login');
});
