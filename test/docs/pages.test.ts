import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((path) =>
  /^(?:use|test|run)\/[\w-]+\.md$/.test(path),
);

test.each(pages)('%s has its first sentence as its description', (page) => {
  const markdown = readFileSync(`docs/${page}`, 'utf8');
  const [, frontMatter = '', text = ''] = /^---\n(.*?)^---\n(.*)$/ms.exec(markdown) ?? [];
  const [, heading, paragraph = ''] = /^# ([^\n]+)\n\n(.+?)\n\n/ms.exec(text) ?? [];
  const { title, description } = parse(frontMatter);

  expect(title).toBe(heading);
  expect(paragraph.replaceAll('\n', ' ').slice(0, description.length)).toBe(description);
  expect(description).toMatch(/^[^.]+\.$/);
});

test('the README fits a terminal of 80 columns', () => {
  const lines = readFileSync('README.md', 'utf8').split('\n');
  expect(lines.filter((line) => [...line].length > 80)).toEqual([]);
});
