import { expect, test } from 'vitest';
import { findIn } from '../../../scripts/docs/site/search-entry.ts';

const entry = (title: string, text: string) => ({ href: `${title}.html`, page: 'Guide', title, text });
const entries = [
  entry('Deploy', 'Run the service with systemd, and rotate its logs.'),
  entry('Rotate keys', 'Run one command.'),
  entry('Log in', 'Send the identity.'),
];
const titles = (query: string) => findIn(entries, query).map(({ entry: { title } }) => title);

test('finds the sections that have every word, those with a word in the heading first', () => {
  expect(titles('rotate')).toEqual(['Rotate keys', 'Deploy']);
  expect(titles('RUN systemd')).toEqual(['Deploy']);
  expect(titles('rotate identity')).toEqual([]);
});

test('finds nothing for an empty query', () => {
  expect(titles('  ')).toEqual([]);
});

test('shows the text around the first word', () => {
  const long = entry('Long', `${'before '.repeat(40)}needle${' after'.repeat(40)}`);
  const [found] = findIn([long], 'needle');
  expect(found?.excerpt).toMatch(/^….*needle.*…$/);
});
