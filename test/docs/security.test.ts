import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const page = readFileSync('docs/explanation/security.md', 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (threat|-)/.test(line))
  .map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  );

interface ListedTest {
  readonly file: string;
  readonly title: string;
}

function testsIn(cell: string): ListedTest[] {
  return [...cell.matchAll(/`([^`]+)`: “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }));
}

/** Whether the file has a test of this title, as its source has it. */
function exists({ file, title }: ListedTest): boolean {
  const path = `test/${file}`;
  if (!existsSync(path)) return false;
  const source = readFileSync(path, 'utf8');
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some(
    (quoted) => source.includes(`(${quoted}`) || source.includes(`(\n  ${quoted}`),
  );
}

test('the page lists threats, and every row has four cells', () => {
  expect(rows.length).toBeGreaterThan(35);
  for (const row of rows) expect(row, row[0]).toHaveLength(4);
});

describe.each(rows)('%s', (_threat = '', _control = '', testedBy = '', requirements = '') => {
  test('each listed test exists', () => {
    const tests = testsIn(testedBy);
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter((one) => !exists(one))).toEqual([]);
    // Nothing else stands in the cell, such as a test that the pattern above does not read.
    expect(testedBy.replaceAll(/`[^`]+`: “[^”]+”/g, '').replaceAll(/[; ]/g, '')).toBe('');
  });

  test('it names requirements of ASVS 5.0', () => {
    for (const id of requirements.split(', ')) expect(id).toMatch(/^([1-9]|1[0-7])\.[1-9]\.([1-9]|1\d)$/);
  });
});

test('a test that does not exist is detected', () => {
  expect(exists({ file: 'docs/security.test.ts', title: 'a test that was never' })).toBe(false);
  expect(exists({ file: 'docs/no-such.test.ts', title: 'x' })).toBe(false);
});
