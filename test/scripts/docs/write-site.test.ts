import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operationsOf } from '../../../scripts/contract/operations.ts';
import { type ExampleEntry, exampleFiles, exampleIndex } from '../../../scripts/docs/downloads/downloads.ts';
import { createIndex, findIn, readIndex } from '../../../scripts/docs/site/find-sections.ts';
import { writeSite } from '../../../scripts/docs/site/write-site.ts';
import { readSources } from '../../../scripts/docs/sources.ts';
import { temporaryFolder } from '../../support/server/database.ts';

const text = (path: string, content = path) => ({ path, content });

test('a build removes the files of the last build, and no other files', async () => {
  const folder = join(temporaryFolder(), 'deep/site');
  await writeSite(folder, [text('a.txt'), text('old/b.txt')]);
  writeFileSync(join(folder, 'old/mine.txt'), 'mine');
  await writeSite(folder, [text('a.txt', 'new'), text('c.txt')]);
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('new');
  expect(existsSync(join(folder, 'old/b.txt'))).toBe(false);
  expect(existsSync(join(folder, 'old/mine.txt'))).toBe(true);
});

test('after a build that was interrupted, which leaves no manifest, the site can be built again', async () => {
  const folder = temporaryFolder();
  await expect(writeSite(folder, [text('a.txt'), text('a.txt/b.txt')])).rejects.toThrow();
  expect(existsSync(join(folder, 'headers.json'))).toBe(false);
  writeFileSync(join(folder, 'headers.json'), '{"files');
  await expect(writeSite(folder, [text('a.txt')])).resolves.toBeUndefined();
});

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
    if (/^\d+$/.test(part)) expect(String(files.get(`downloads/${file}`).status.code), name).toBe(part);
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

test('an operation comes before a guide with the same words', () => {
  const login = { ...entry('Log in', ''), route: 'POST /v1/auth/login', href: 'reference.html#login' };
  const found = findIn(createIndex([...entries, login]), 'log in');
  expect(found.map(({ href }) => href)).toEqual(['reference.html#login', 'Log in.html']);
});
