import { expect, test } from 'vitest';
import { runContractTests } from '../../../conformance/run-contract-tests.ts';
import { commandLine } from '../../bin/support/in-process.ts';
import { documentPath } from '../document/run-document.ts';
import { openBookshop, shopProfile, testBookshop } from './on-bookshop.ts';

/** The operations of the checks that `test --list` lists. */
async function listed(...args: string[]): Promise<string[]> {
  const { stdout } = await commandLine(['test', '--list', '--json', ...args]);
  const checks: { readonly operation?: string }[] = JSON.parse(stdout);
  return [...new Set(checks.flatMap(({ operation }) => (operation === undefined ? [] : [operation])))].sort();
}

const bookshop = ['--document', documentPath('bookshop-3.0')];

test.each([
  ['an id', ['--operation', 'getBook'], ['getBook']],
  ['the beginning of ids', ['--operation', 'get*', 'list*'], ['getBook', 'listBooks']],
  ['a path', ['--operation', '/books'], ['addBook', 'listBooks']],
  ['a path with any text', ['--operation', '/books/*'], ['getBook', 'removeBook']],
  ['a method', ['--operation', 'DELETE'], ['removeBook']],
  ['a method and a path', ['--operation', 'GET /books/*'], ['getBook']],
  ['a tag', ['--tag', 'stock'], ['addBook', 'removeBook']],
  ['a tag and a method', ['--tag', 'stock', '--operation', 'POST'], ['addBook']],
])('%s chooses operations of a document', async (_what, args, operations) => {
  expect(await listed(...bookshop, ...args)).toEqual(operations);
});

test('the operations of the contract can be chosen too', async () => {
  expect(await listed('--operation', '/v1/security/*')).toEqual(['generateApiKey', 'revokeApiKey']);
  expect(await listed('--tag', 'Authentication')).toEqual(['login']);
});

test('a run sends only requests of the chosen operations, and still checks every response', async () => {
  const received = new Set<string>();
  const { url } = await openBookshop(({ method, url: target }) => {
    received.add(`${method} ${target?.replace(/\?.*/, '')}`);
    return false;
  });
  const { code, report } = await testBookshop(url, shopProfile, ['--operation', 'GET /books']);
  expect(code).toBe(0);
  expect(received).toContain('GET /books');
  expect([...received].filter((request) => /^POST|\/books\//.test(request))).toEqual([]);
  expect(report()).toContain('document/response-schema');
});

test.each([
  [['--operation', 'getBok'], 'error: --operation: no operation matches getBok. Did you mean getBook?\n'],
  [
    ['--operation', 'GET /boks'],
    'error: --operation: no operation matches GET /boks. Did you mean GET /books?\n',
  ],
  [['--tag', 'magazines'], 'error: --tag: no operation has the tag magazines. The tags are read, stock.\n'],
  [
    ['--operation', 'https://api.example.com'],
    'error: --operation read https://api.example.com as a pattern: give the base URL before the options\n',
  ],
])('%j is a usage error that says what exists', async (args, message) => {
  const { stderr, code } = await commandLine(['test', '--list', ...bookshop, ...args]);
  expect(stderr).toBe(message);
  expect(code).toBe(2);
});

test('runContractTests rejects a pattern that matches nothing', async () => {
  const options = { baseUrl: 'http://127.0.0.1:9', operations: ['getBok'] };
  await expect(runContractTests(options)).rejects.toThrow('operations: no operation matches getBok');
});
