import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { disagreements, readMutations, readRows } from '../../scripts/check-controls/controls.ts';

const rows = readRows();

test('the page lists threats, and every row has four cells', () => {
  expect(rows.length).toBeGreaterThan(35);
  for (const { cells, threat } of rows) expect(cells, threat).toHaveLength(4);
});

test.each(rows)('$threat: its tests exist, and its requirements are of ASVS 5.0', ({ cells, tests }) => {
  const [, , verifiedBy = '', requirements = ''] = cells;
  expect(tests.length).toBeGreaterThan(0);
  expect(tests.filter((file) => !existsSync(`test/${file}`))).toEqual([]);
  // Nothing else stands in the cell.
  expect(verifiedBy.replaceAll(/`[^`]+`/g, '').replaceAll(/[, ]/g, '')).toBe('');
  for (const id of requirements.split(', ')) expect(id).toMatch(/^([1-9]|1[0-7])\.[1-9]\.([1-9]|1\d)$/);
});

// `npm run check:controls` shows that a test fails with each.
test('the tables in test/controls take out the control of each row, and find each text exactly once', async () => {
  expect(disagreements(rows, await readMutations())).toEqual([]);
});
