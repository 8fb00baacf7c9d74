import { afterEach, describe, expect, test } from 'vitest';
import { type Planted, plant } from '../planted-server.ts';
import { type Break, bookshop, key, staff } from './bookshop-server.ts';
import { readDocument, runDocument } from './run-document.ts';

const document = readDocument('bookshop-3.0');
const credentials = { apiKey: key, staff };
let server: Planted | undefined;
afterEach(() => server?.close());

async function run(broken?: Break, options = {}) {
  server = await plant(bookshop(broken));
  return runDocument(server.url, document, credentials, options);
}

test('a shop that keeps the document passes, and every check was put', async () => {
  const { broken, outcomes, exit } = await run();
  expect(broken).toEqual({});
  expect(
    outcomes.filter(({ kind }) => kind === 'skipped').map(({ check, reason }) => `${check}: ${reason}`),
  ).toEqual([]);
  expect(exit).toBe(0);
});

test('two runs with one seed send the same requests, another seed sends others', async () => {
  const first = await run();
  await server?.close();
  const second = await run();
  await server?.close();
  const other = await run(undefined, { seed: 43 });
  expect([...second.sent].sort()).toEqual([...first.sent].sort());
  expect([...other.sent].sort()).not.toEqual([...first.sent].sort());
});

const planted: Record<Break, string> = {
  'any key opens': 'document/credentials-invented/listBooks',
  'a prefix of the key opens': 'document/credentials-altered/listBooks',
  'the key opens in any case': 'document/credentials-altered/listBooks',
  'no key is needed': 'document/credentials-missing/listBooks',
  'an undeclared success': 'document/answer-status',
  'an undeclared content type': 'document/answer-content-type',
  'a member of another type': 'document/answer-schema',
  'a missing member': 'document/answer-schema',
  'a member too many': 'document/answer-schema',
  'a missing header': 'document/answer-header',
  'a header of another type': 'document/answer-header',
  'takes a book without title': 'document/broken-body/addBook',
  'takes an unknown member': 'document/broken-body/addBook',
  'takes a price of nothing': 'document/broken-body/addBook',
  'takes a long title': 'document/broken-body/addBook',
  'takes a number as title': 'document/broken-body/addBook',
  'takes tags in capitals': 'document/broken-body/addBook',
  'takes the same tag twice': 'document/broken-body/addBook',
  'takes no format at all': 'document/broken-body/addBook',
  'takes null as book': 'document/broken-body/addBook',
  'takes half a body': 'document/malformed-json/addBook',
  'takes any content type': 'document/wrong-content-type/addBook',
  'takes a limit beyond the maximum': 'document/broken-parameter/listBooks',
  'takes a word as id': 'document/broken-parameter/getBook',
  'refuses an example': 'document/example/addBook',
  'refuses a long title': 'document/valid-body/addBook',
  'fails at a quote in a title': 'document/fuzz/addBook',
  'fails at letters in the path': 'document/path-parameter/getBook',
  'fails at large bodies': 'document/oversize/addBook',
  'answers an undeclared method': 'document/undeclared-method/listBooks',
  'forgets Allow': 'document/undeclared-method/listBooks',
  'sends more than it announced': 'document/answer-framing',
  'names a member twice': 'document/answer-framing',
};

describe('each planted break is found by the check that names it', () => {
  test.each(Object.entries(planted))('%s', async (name, check) => {
    // The keys of the table are the breaks.
    const { broken, exit } = await run(name as Break);
    expect(Object.keys(broken)).toContain(check);
    expect(exit).toBe(1);
  });
});

test('what fuzzing finds is shrunk to the smallest request', async () => {
  const { outcomes } = await run('fails at a quote in a title', { only: ['document/fuzz'] });
  const [failure] = outcomes.flatMap(({ failures }) => failures);
  const sent = JSON.parse(Buffer.from(failure?.exchanges[0]?.request.body ?? '').toString());
  expect(sent.title).toContain("'");
  expect(sent.title.length).toBeLessThan(4);
});
