import { expect, test } from 'vitest';
import { createIndex, findIn, readIndex } from '../../../scripts/docs/site/find-sections.ts';

const entry = (title: string, text: string) => ({
  href: `${title}.html`,
  page: 'Guide',
  title,
  route: '',
  text,
});
const entries = [
  entry('Deploy', 'Run the service with systemd, and rotate its logs.'),
  entry('Rotate keys', 'Run one command.'),
  entry('Log in', 'Send the identity, and an Idempotency-Key.'),
];
const index = readIndex(JSON.parse(JSON.stringify(createIndex(entries))));
const titles = (query: string) => findIn(index, query).map(({ title }) => title);

test('finds the sections that have every word, those with a word in the heading first', () => {
  expect(titles('rotate')).toEqual(['Rotate keys', 'Deploy']);
  expect(titles('RUN systemd')).toEqual(['Deploy']);
  expect(titles('rotate identity')).toEqual([]);
});

test('finds a word by its beginning, and with a typo', () => {
  expect(titles('syst')).toEqual(['Deploy']);
  expect(titles('idempotancy')).toEqual(['Log in']);
  expect(titles('rotaet kesy')).toEqual([]);
});

test('an operation comes before a guide with the same words', () => {
  const login = { ...entry('Log in', ''), route: 'POST /v1/auth/login', href: 'reference.html#login' };
  const found = findIn(createIndex([...entries, login]), 'log in');
  expect(found.map(({ href }) => href)).toEqual(['reference.html#login', 'Log in.html']);
});

test('finds nothing for an empty query', () => {
  expect(titles('  ')).toEqual([]);
});

test('shows the text around the first word', () => {
  const long = entry('Long', `${'before '.repeat(40)}needle${' after'.repeat(40)}`);
  const [found] = findIn(createIndex([long]), 'needle');
  expect(found?.excerpt).toMatch(/^….*needle.*…$/);
});
