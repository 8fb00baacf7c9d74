import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { testProgram } from '../../../conformance/engine/bin/program.ts';
import { openChosen } from '../../../conformance/engine/commands/open-suites.ts';
import type { ListOptions } from '../../../conformance/engine/commands/options.ts';
import { UsageError } from '../../../conformance/engine/terminal/usage-error.ts';
import { runContractTests } from '../../../conformance/suite/run-contract-tests.ts';
import { commandLine } from '../../bin/support/in-process.ts';
import type { Behaviour } from '../../mutants/model/behaviour.ts';
import { temporaryFile } from '../../support/server/database.ts';
import { documentPath } from '../document/run-document.ts';
import { openBookshop, openModel, shopProfile, testBookshop } from './on-bookshop.ts';

const sameTraceId: Partial<Behaviour> = { traceId: () => 'always-the-same' };
const known = '- check: trace/ids-differ\n  reason: The gateway makes them, ticket 7.\n';

async function serverWith(overrides: Partial<Behaviour>, baseline = '') {
  const { url, folder, profile } = await openModel(overrides);
  const file = join(folder, 'baseline.yaml');
  if (baseline !== '') writeFileSync(file, baseline);
  const testTrace = (...args: string[]) =>
    commandLine(['test', url, '--profile', profile, '--only', 'trace', ...args]);
  return { file, testTrace };
}

test('a written baseline excuses what the run found once each entry has its reason, also with --strict', async () => {
  const { file, testTrace } = await serverWith(sameTraceId);
  const first = await testTrace('--strict', '--write-baseline', file);
  expect(first.code).toBe(1);
  expect(first.stderr).toContain(
    `Wrote ${file}. Give each entry its reason, then pass --baseline ${file}.`,
  );
  const written = readFileSync(file, 'utf8');
  expect(written).toMatch(
    /^# Returns a different trace id for every request\. \(shown, .*\n- check: trace\/ids-differ$/m,
  );
  expect(written).toContain('- check: trace/id-format');

  const unfilled = await testTrace('--strict', '--baseline', file);
  expect(unfilled.code).toBe(2);
  expect(unfilled.stderr).toMatch(
    /^error: no "reason" in the baseline for entry 1, [\w/-]+, and \d+ more; say why each failure is known\n$/,
  );

  writeFileSync(file, written.replaceAll('reason: ""', 'reason: ticket 7'));
  const excused = await testTrace('--strict', '--baseline', file);
  expect(excused.stdout).toContain('in the baseline, each with its reason');
  expect(excused.code).toBe(0);
});

test('an entry excuses a failure until its last day, then the failure names it', async () => {
  const until = (day: string) => `${known}  expires: ${day}\n`;
  const current = await serverWith(sameTraceId, until('9999-12-31'));
  expect((await current.testTrace('--baseline', current.file)).code).toBe(0);

  const old = await serverWith(sameTraceId, until('2020-02-29'));
  const again = join(dirname(old.file), 'again.yaml');
  const args = ['--baseline', old.file, '--write-baseline', again];
  const { code, stdout } = await old.testTrace(...args);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'the baseline excused this until 2020-02-29: The gateway makes them, ticket 7.',
  );
  expect(stdout).not.toContain('NO LONGER NEEDED');
  expect(code).toBe(1);
  expect(readFileSync(again, 'utf8').match(/^- check: trace\/ids-differ$/gm)).toHaveLength(1);
});

test.each([
  ['expires: 2027-02-30', '"expires" must be a day, such as 2027-01-31'],
  [
    'expire: 2027-01-31',
    'unknown field "expire"; use check, key, reason and expires. Did you mean expires?',
  ],
])('rejects an entry with %s', async (line, message) => {
  const { file, testTrace } = await serverWith({}, `${known}  ${line}\n`);
  const { code, stderr } = await testTrace('--baseline', file);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test('an entry that is no longer needed is reported, and left out when the baseline is written again', async () => {
  const { file, testTrace } = await serverWith({}, known);
  const { code, stdout } = await testTrace('--baseline', file, '--write-baseline', file);
  expect(stdout).toMatch(/^NO LONGER NEEDED IN THE BASELINE\n {2}trace\/ids-differ$/m);
  expect(code).toBe(0);
  expect(readFileSync(file, 'utf8')).not.toContain('trace/ids-differ');
});

test('a baseline that is written again keeps the reasons of what still fails', async () => {
  const { file, testTrace } = await serverWith(sameTraceId, known);
  await testTrace('--strict', '--baseline', file, '--write-baseline', file);
  const written = readFileSync(file, 'utf8');
  expect(written).toContain(known);
  expect(written).toMatch(/- check: trace\/id-format\n {2}key: .+\n {2}reason: ""/);
});

test('a baseline that is written again keeps the entries of checks that did not run', async () => {
  const entry = '- check: login/returns-a-token\n  reason: ticket 7';
  const { file, testTrace } = await serverWith({}, entry);
  const { stdout } = await testTrace('--baseline', file, '--write-baseline', file);
  expect(stdout).not.toContain('NO LONGER NEEDED');
  expect(readFileSync(file, 'utf8')).toContain(entry);
});

test('an entry of a check with random requests is never called unneeded, as another seed may need it', async () => {
  const { url } = await openBookshop();
  const entry = '- check: document/fuzz/getBook\n  reason: ticket 7';
  const file = temporaryFile('baseline.yaml', entry);
  const options = ['--only', 'document/fuzz/getBook', '--baseline', file, '--write-baseline', file];
  const { code, stdout } = await testBookshop(url, shopProfile, options);
  expect(code).toBe(0);
  expect(stdout).toContain('1 passed');
  expect(stdout).not.toContain('NO LONGER NEEDED');
  expect(readFileSync(file, 'utf8')).toContain(entry);
});

test('an entry without a key excuses a difference but no server error', async () => {
  const { file, testTrace } = await serverWith({
    traceId: () => randomUUID(),
    revoke: () => Promise.reject(new Error('planted')),
  });
  const entries = ['trace/id-format', 'responses/no-server-error'].map((check) => ({
    check,
    reason: 'old',
  }));
  writeFileSync(file, stringify(entries));
  const checks = ['--only', 'trace', 'responses/no-server-error', 'paths/unusual-ids-are-404'];
  const { code, stdout } = await testTrace('--baseline', file, ...checks);
  expect(code).toBe(1);
  expect(stdout).toContain('FAILED responses/no-server-error');
  expect(stdout).not.toContain('trace/id-format');
});

test('an unknown check in a baseline ends the command before the run, with the closest name', async () => {
  const { file, testTrace } = await serverWith(
    {},
    '- check: trace/ids-difer\n  reason: ticket 7\n',
  );
  const { code, stderr } = await testTrace('--baseline', file);
  expect(code).toBe(2);
  expect(stderr).toContain('there is no check trace/ids-difer. Did you mean trace/ids-differ');
});

test('no file is overwritten that is not the baseline of the run', async () => {
  const { file, testTrace } = await serverWith(sameTraceId, 'mine');
  const { code, stderr } = await testTrace('--write-baseline', file);
  expect(code).toBe(2);
  expect(stderr).toContain(`cannot write ${file}`);
  expect(existsSync(file) && readFileSync(file, 'utf8')).toBe('mine');
});

describe('operations', () => {
  const document = documentPath('bookshop-3.0');

  function operationsOf(checks: readonly { readonly operation?: string | undefined }[]): string[] {
    return [...new Set(checks.flatMap(({ operation = [] }) => operation))].sort();
  }

  /** The operations of the checks that options choose, in this process. */
  async function chosen(options: Pick<ListOptions, 'operation' | 'tag'>): Promise<string[]> {
    const { suites } = await openChosen(testProgram, { document, ...options });
    return operationsOf(suites.flatMap(({ checks }) => checks));
  }

  /** The same for the contract, by the command. */
  async function listed(...args: string[]): Promise<string[]> {
    const { stdout } = await commandLine(['test', '--list', '--json', ...args]);
    return operationsOf(JSON.parse(stdout));
  }

  test.each([
    ['an id', { operation: ['getBook'] }, ['getBook']],
    ['the beginning of ids', { operation: ['get*', 'list*'] }, ['getBook', 'listBooks']],
    ['a path', { operation: ['/books'] }, ['addBook', 'listBooks']],
    ['a path with any text', { operation: ['/books/*'] }, ['getBook', 'removeBook']],
    ['a method', { operation: ['DELETE'] }, ['removeBook']],
    ['a method and a path', { operation: ['GET /books/*'] }, ['getBook']],
    ['a tag', { tag: ['stock'] }, ['addBook', 'removeBook']],
    ['a tag and a method', { tag: ['stock'], operation: ['POST'] }, ['addBook']],
  ])('%s chooses operations of a document', async (_what, options, operations) => {
    expect(await chosen(options)).toEqual(operations);
  });

  test('the operations of the contract can be chosen too', async () => {
    expect(await listed('--operation', '/v1/security/*', 'login')).toEqual([
      'generateApiKey',
      'login',
      'revokeApiKey',
    ]);
    expect(await listed('--tag', 'Authentication')).toEqual(['login']);
  });

  test('a run has only checks of the chosen operations, and still checks every response', async () => {
    const received = new Set<string>();
    const { url } = await openBookshop(({ method, url: target }) => {
      received.add(`${method} ${target?.replace(/\?.*/, '')}`);
      return false;
    });
    const { code, report } = await testBookshop(url, shopProfile, ['--operation', 'GET /books']);
    expect(code).toBe(0);
    expect(received).toContain('GET /books');
    // The check of the list creates a book of its own, and deletes it.
    expect([...received].filter((request) => /^(PUT|PATCH)/.test(request))).toEqual([]);
    expect(report()).not.toMatch(/document\/[\w-]+\/(addBook|getBook|replaceBook|deleteBook)/);
    expect(report()).toContain('document/response-schema');
  });

  test.each([
    [
      { operation: ['GET /boks'] },
      '--operation: no operation matches GET /boks. Did you mean GET /books?',
    ],
    [
      { tag: ['magazines'] },
      '--tag: no operation has the tag magazines. The tags are read, stock.',
    ],
    [
      { operation: ['https://api.example.com'] },
      '--operation read https://api.example.com as a pattern: give the base URL before the options',
    ],
  ])('%j is an error that says what exists', async (options, message) => {
    await expect(chosen(options)).rejects.toThrow(new UsageError(message));
  });

  test('an operation that does not exist is a usage error of the command', async () => {
    const args = ['--document', document, '--operation', 'getBok'];
    const { stderr, code } = await commandLine(['test', '--list', ...args]);
    expect(stderr).toBe('error: --operation: no operation matches getBok. Did you mean getBook?\n');
    expect(code).toBe(2);
  });

  test('runContractTests rejects a pattern that matches nothing', async () => {
    const options = { baseUrl: 'http://127.0.0.1:9', operations: ['getBok'] };
    await expect(runContractTests(options)).rejects.toThrow(
      'operations: no operation matches getBok',
    );
  });
});
