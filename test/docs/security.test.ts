import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  disagreements,
  type NamedTest,
  readPatches,
  readRows,
} from '../../scripts/check-controls/read-controls.ts';

const rows = readRows();

/** Whether the file has a test of this title, as its source has it. */
function exists({ file, title }: NamedTest): boolean {
  const path = `test/${file}`;
  if (!existsSync(path)) return false;
  const source = readFileSync(path, 'utf8');
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some(
    (quoted) => source.includes(`(${quoted}`) || source.includes(`(\n  ${quoted}`),
  );
}

test('the page lists threats, and every row has four cells', () => {
  expect(rows.length).toBeGreaterThan(35);
  for (const { cells, threat } of rows) expect(cells, threat).toHaveLength(4);
});

describe.each(rows)('$threat', ({ cells: [, , heldBy = '', requirements = ''], tests }) => {
  test('each listed test exists', () => {
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter((one) => !exists(one))).toEqual([]);
    // Nothing else stands in the cell, such as a test that the pattern above does not read.
    expect(heldBy.replaceAll(/`[^`]+`: “[^”]+”/g, '').replaceAll(/[; ]/g, '')).toBe('');
  });

  test('it names requirements of ASVS 5.0', () => {
    for (const id of requirements.split(', ')) expect(id).toMatch(/^([1-9]|1[0-7])\.[1-9]\.([1-9]|1\d)$/);
  });
});

test('a test that does not exist is detected', () => {
  expect(exists({ file: 'docs/security.test.ts', title: 'a test that was never' })).toBe(false);
  expect(exists({ file: 'docs/no-such.test.ts', title: 'x' })).toBe(false);
});

test('each row has patches that take its control out, and each patch names a row', () => {
  expect(disagreements(rows, readPatches())).toEqual([]);
});

// `npm run check:controls` shows that a test fails with each.
test.each(readPatches())('$path applies', ({ path }) => {
  execFileSync('git', ['apply', '--check', path], { stdio: 'pipe' });
});
