import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { audiences, kinds, positionOf } from '../../../scripts/docs/site/navigation.ts';

const files = Object.keys(kinds).flatMap((kind) =>
  readdirSync(`docs/${kind}`).map((name) => `docs/${kind}/${name}`),
);

test('every guide is in the menu of one audience', () => {
  const listed = audiences.flatMap(({ pages }) => pages);
  expect(listed).toEqual([...new Set(listed)]);
  for (const file of files) expect(positionOf(file).audience).toMatch(/use|test|run/);
});

test('a file that no menu lists stops the build', () => {
  expect(() => positionOf('docs/how-to/no-such-page.md')).toThrow(
    'navigation.ts does not list no-such-page.md',
  );
});
