import { expect, test } from 'vitest';
import { operationsOf } from '../../../scripts/contract/operations.ts';
import {
  type ExampleEntry,
  exampleFiles,
  exampleIndex,
} from '../../../scripts/docs/downloads/downloads.ts';
import { createIndex, findIn, readIndex } from '../../../scripts/docs/site/find-sections.ts';
import { readSources } from '../../../scripts/docs/sources.ts';

test('every named example is a file, and the list says where each belongs', async () => {
  const { document } = await readSources();
  const files = new Map(
    exampleFiles(document).map(({ path, content }) => [path, JSON.parse(content.toString())]),
  );
  const list: ExampleEntry[] = JSON.parse(exampleIndex(document));
  expect(list.map(({ file }) => `downloads/${file}`)).toEqual([...files.keys()]);
  expect(files.get('downloads/examples/login/401/otp_required.json')).toMatchObject({
    status: { code: 401, reason: 'otp_required' },
  });
  expect(files.get('downloads/examples/login/request/plain_login.json')).toHaveProperty('identity');
  expect(files.get('downloads/examples/revoke-api-key/id/revoked.json')).toMatch(/^key_/);
  expect(files.size).toBeGreaterThan(Object.keys(document.components?.examples ?? {}).length);
  for (const { operation, part, name, file } of list) {
    expect(operationsOf(document).map((entry) => entry.operation.operationId)).toContain(operation);
    if (/^\d+$/.test(part))
      expect(String(files.get(`downloads/${file}`).status.code), name).toBe(part);
  }
});

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
  expect(titles('  ')).toEqual([]);
});

test('finds a word by its beginning, and with a typo', () => {
  expect(titles('syst')).toEqual(['Deploy']);
  expect(titles('idempotancy')).toEqual(['Log in']);
  expect(titles('rotaet kesy')).toEqual([]);
});
