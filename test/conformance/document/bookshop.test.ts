import { expect, test } from 'vitest';
import { emptyProfile } from '../../../conformance/engine/profile/profile.ts';
import { serverForTest } from '../test-server.ts';
import { bookshop, checkOf, type Defect, key, staff } from './bookshop-server.ts';
import { readDocument, runDocument } from './run-document.ts';

const document = readDocument('bookshop-3.0');
const credentials = { apiKey: key, staff };
async function run(defect?: Defect, options = {}) {
  const server = await serverForTest(bookshop(defect));
  // Nobody else has books here.
  return runDocument(server.url, document, credentials, { destructive: true, ...options });
}

// One check after the other: of those that run at once, nobody knows which one gets which id from the shop.
const limits = { ...emptyProfile.limits, parallel: 1 };
const oneByOne = { profile: { ...emptyProfile, credentials, limits } };

test('a shop that follows the document passes, and every check runs that needs no other user or Location', async () => {
  const { broken, skipped, exit } = await run();
  expect(broken).toEqual({});
  const isNotGiven = (check: string) =>
    /^document\/((needs|list)-owner|location-leads|head-is-like-get)\//.test(check);
  expect(skipped.filter((check) => !isNotGiven(check))).toEqual([]);
  expect(exit).toBe(0);
});

test('two runs with the same seed send the same requests, and a different seed sends different ones', async () => {
  const first = await run(undefined, oneByOne);
  const second = await run(undefined, oneByOne);
  const other = await run(undefined, { ...oneByOne, seed: 43 });
  expect([...second.sent].sort()).toEqual([...first.sent].sort());
  expect([...other.sent].sort()).not.toEqual([...first.sent].sort());
});

test('runs cheap checks of all operations before the generated requests, with deletions last', async () => {
  const only = ['document/example', 'document/credentials-missing', 'document/fuzz'];
  const { rules } = await run(undefined, { only, ...oneByOne });
  const operations = rules.map(({ operation }) => operation);
  const changes = operations.filter((operation, at) => operation !== operations[at - 1]);
  const round = ['listBooks', 'addBook', 'getBook', 'removeBook'];
  // The first check of each operation finds a request that the server accepts.
  expect(changes.slice(0, 4)).toEqual(round);
  expect(changes.slice(-4)).toEqual(round);
});

test('sends at most maxExamples variations of a body, from all over the schema', async () => {
  const server = await serverForTest(bookshop('accepts any format'));
  const only = ['document/invalid-body', 'document/valid-body'];
  const { outcomes } = await runDocument(
    server.url,
    document,
    credentials,
    { only },
    { maxExamples: 20 },
  );
  expect(
    outcomes.find(({ check }) => check === 'document/valid-body/addBook')?.requests,
  ).toBeLessThan(20);
  const invalid = outcomes.find(({ check }) => check === 'document/invalid-body/addBook');
  // One reads what is there, and two find out what the server accepts. Then the failures are confirmed.
  expect(invalid?.requests).toBe(1 + 2 + 20 + 20);
  // The format is the last field.
  expect(invalid?.failures.map(({ key }) => key)).toContainEqual(
    expect.stringMatching(/^\/format/),
  );
});

test.each(Object.entries(checkOf))('the check for it finds the defect: %s', async (name, check) => {
  // The checks of responses see what another check receives. The keys of the table are the defects.
  const { broken, exit } = await run(name as Defect, {
    only: [check, 'document/invalid-parameter'],
  });
  expect(Object.keys(broken)).toContain(check);
  expect(exit).toBe(1);
});

test.each([
  ['requires no key', 'credentials-missing'],
  ['accepts any key', 'credentials-invented'],
] as const)('a server that %s is not said to accept worse ones, too', async (defect, check) => {
  const { broken } = await run(defect, { only: ['document/credentials-*'] });
  const operations = ['listBooks', 'addBook', 'getBook'];
  expect(Object.keys(broken)).toEqual(operations.map((name) => `document/${check}/${name}`));
});

test('shrinks what fuzzing finds to the smallest request', async () => {
  const { outcomes } = await run('fails for a quote in a title', { only: ['document/fuzz'] });
  const [failure] = outcomes.flatMap(({ failures }) => failures);
  const sent = JSON.parse(Buffer.from(failure?.exchanges[0]?.request.body ?? '').toString());
  expect(sent.title).toContain("'");
  expect(sent.title.length).toBeLessThan(4);
});
