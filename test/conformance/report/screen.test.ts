import { expect, test } from 'vitest';
import { bases } from '../../../conformance/engine/basis.ts';
import { outOfTimeReason, worstFirst } from '../../../conformance/engine/outcome.ts';
import { consoleReport } from '../../../conformance/engine/report/console.ts';
import type { Report, ReportedCheck } from '../../../conformance/engine/report/report.ts';
import { createSecrets } from '../../../conformance/engine/secrets.ts';
import catalogue from '../../../generated/check-catalogue.json' with { type: 'json' };
import { reportOf } from './report-of.ts';

type Listed = (typeof catalogue)[number];

const curl = "curl -isS 'http://127.0.0.1:8080/v1/auth/login'";

const plain = reportOf({ exchanges: [] }, createSecrets());

/** A report of all checks with these outcomes. Those that are not named passed. */
function reportOfAll(
  verdict: Report['verdict'],
  outcomeOf: (rule: Listed, at: number) => Partial<ReportedCheck> | undefined,
  more: Partial<Report> = {},
): Report {
  const checks = catalogue.map((rule, at): ReportedCheck => {
    const basis = bases.find((known) => known === rule.basis) ?? 'observed';
    const given = outcomeOf(rule, at);
    const kind = given?.kind ?? 'passed';
    const base = {
      ...rule,
      label: rule.source,
      basis,
      notes: [],
      requests: 1,
      durationMs: 1,
      kind,
    };
    if (kind !== 'failed' && kind !== 'warning' && kind !== 'differs')
      return { ...base, findings: [], ...given };
    const finding = {
      ...{ id: `0000${at}`, kind, basis, source: rule.source, label: rule.source },
      expected: `a response of at least ${'very '.repeat(20)}many words`,
      got: 'HTTP 200, code 200',
      exchanges: [{ curl, status: 200, response: '{"status":{}}' }],
    };
    return { ...base, findings: [finding, finding], ...given };
  });
  const counts = worstFirst.map((kind) => [
    kind,
    checks.filter((check) => check.kind === kind).length,
  ]);
  const summary = Object.fromEntries(counts) as Report['summary'];
  return { ...plain, requests: 1102, verdict, summary, checks, sources: [], ...more };
}

function screen(report: Report, verbose = false, profileCommand?: string): string[] {
  return consoleReport(report, { colour: false, columns: 80, verbose, profileCommand })
    .trimEnd()
    .split('\n');
}

const mostlyDifferent = ({ basis }: Listed): Partial<ReportedCheck> | undefined => {
  if (basis === 'decided') return { kind: 'differs' };
  if (basis === 'wire') return { kind: 'warning' };
  if (basis === 'standard') return { kind: 'known', reason: 'ticket 7' };
  return basis === 'observed'
    ? { kind: 'skipped', skipped: 'nothing', reason: 'nothing to judge' }
    : undefined;
};

test('a run that passes fits on a screen of 80 x 24, even when every decision differs', () => {
  const lines = screen(reportOfAll('passed', mostlyDifferent));
  expect(lines.length).toBeLessThanOrEqual(23);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  const text = lines.join('\n');
  expect(text).toMatch(/^WARNING \(\d+ with --wire they fail\)$/m);
  expect(text).toMatch(/^DIFFERS \(\d+ from decisions, with --strict they fail\)$/m);
  expect(text).toContain('in the baseline, each with its reason');
  expect(text).toMatch(/^\d+ of \d+ checks ran: \d+ passed, /m);
  expect(text).toContain('http://127.0.0.1:8080 passed the contract tests.');
});

test('a run that passes names what few checks have found that differs, and that no second user was given', () => {
  const differing: Partial<ReportedCheck> = {
    ...{ kind: 'differs', operation: 'replaceBook' },
    findings: [
      {
        ...{ id: '00001', kind: 'differs', basis: 'decided', source: '', label: '', exchanges: [] },
        ...{ expected: '"pages" as it was sent', got: 'no value in the response to getBook' },
      },
    ],
  };
  const reason = 'the profile has no otherCredentials';
  const lines = screen(
    reportOfAll('passed', (_rule, at) => {
      if (at === 0) return differing;
      return at < 9
        ? { kind: 'skipped', skipped: 'nothing', reason: at === 8 ? reason : 'nothing to judge' }
        : undefined;
    }),
  );
  expect(lines).toContain(
    '  replaceBook: expected "pages" as it was sent; got no value in the response to',
  );
  const at = lines.findIndex((line) => line.startsWith('SKIPPED'));
  expect(lines[at + 1]).toBe('    1  access between users was not checked (no otherCredentials)');
});

test('a run names the statuses that operations return and do not declare, and leaves out those of servers', () => {
  const operation = (name: string, undeclared: Record<string, number>) => ({
    ...{ operation: name, requests: 9, successes: 1, declared: { 200: 1 }, undeclared },
  });
  const coverage = [
    operation('addPart', { 400: 3, 405: 1, 422: 1 }),
    ...['A', 'B', 'C', 'D', 'E'].map((name) => operation(`get${name}`, { 404: 2, 500: 1 })),
  ];
  const lines = screen(reportOfAll('passed', () => undefined, { coverage }));
  const at = lines.findIndex((line) => line.startsWith('STATUSES THAT'));
  expect(lines.slice(at, at + 5)).toEqual([
    'STATUSES THAT THE DOCUMENT DOES NOT DECLARE (they do not fail the run)',
    '  400: addPart',
    '  404: getA, getB, getC, getD and 1 more',
    '  422: addPart',
    '',
  ]);
});

test('values that the document allows and the server rejects are listed by what the server says', () => {
  const rejected = (id: string, at: number): Partial<ReportedCheck> => ({
    ...{ id: `document/valid-parameters/${id}`, operation: id, kind: 'observed' },
    findings: [
      {
        ...{ id: `0000${at}`, kind: 'observed', basis: 'observed', source: '', label: '' },
        ...{
          expected: 'query since a sample is accepted',
          got: '400',
          key: 'query since a sample',
        },
        exchanges: [{ curl, status: 400, response: `{"detail":"${at} is no date"}` }],
      },
    ],
  });
  const lines = screen(
    reportOfAll('passed', (_rule, at) => (at < 6 ? rejected(`list${at}`, at) : undefined)),
  );
  const at = lines.findIndex((line) => line.startsWith('VALUES THAT'));
  expect(lines.slice(at, at + 4)).toEqual([
    'VALUES THAT THE DOCUMENT ALLOWS AND THE SERVER REJECTS (they do not fail the run)',
    '  400 "0 is no date": query since (list0, list1, list2, list3 and 2 more)',
    '',
    expect.stringMatching(/checks ran/),
  ]);
});

test('a run that fails shows five causes in full and a line for each of the next, and says how to see the rest', () => {
  const lines = screen(
    reportOfAll('failed', (_rule, at) => (at % 3 === 0 ? { kind: 'failed' } : undefined)),
  );
  expect(lines.filter((line) => line.startsWith('FAILED '))).toHaveLength(15);
  for (const name of ['expected', 'got', 'send', 'response'])
    expect(lines.filter((line) => line.startsWith(`  ${name} `))).toHaveLength(5);
  // The longest ids leave no room for both what was expected and what came.
  expect(lines.filter((line) => line.length > 80 && !/^FAILED \S{37,}:/.test(line))).toEqual([]);
  const text = lines.join('\n');
  expect(text).toMatch(
    /(^FAILED .*: expected a respon.*, got HTTP 200.*\n){10} {2}and \d+ more\n\n/m,
  );
  expect(text).toMatch(/\d+ of \d+ checks ran: \d+ passed, \d+ failed/);
  expect(lines[2]).toMatch(/^ +safety, /);
  expect(lines.slice(-2).join(' ')).toMatch(
    /^http:\/\/127\.0\.0\.1:8080 failed the contract tests \(--verbose shows all \d+, with requests\)\.$/,
  );
});

/** The screen of a run in which a check failed for each of these operations: with this status, and otherwise than expected. */
function failedFor(
  check: string,
  operations: readonly string[],
  expected: string,
  { status = 500, response = 'x'.repeat(1000) } = {},
): ReportedCheck[] {
  const about = { basis: 'safety', source: 'RFC 9110', label: 'RFC 9110', kind: 'failed' } as const;
  const findings = operations.map((operation) => ({
    ...{
      ...about,
      id: '00000000',
      request: `GET /${operation}/a%00b`,
      expected,
      got: `${status}`,
      operation,
    },
    exchanges: [{ curl, status, response }],
  }));
  const base = { ...about, rule: 'Rejects it.', notes: [], requests: 1, durationMs: 1 };
  if (check.startsWith('responses/')) return [{ ...base, id: check, findings }];
  return findings.map((finding) => {
    const { operation } = finding;
    return { ...base, id: `${check}/${operation}`, operation, findings: [finding] };
  });
}

const screenOf = (...checks: readonly ReportedCheck[]) =>
  screen({ ...reportOfAll('failed', () => undefined), checks });

test('failures of many operations with one cause are one entry, whose long response is shortened', () => {
  const names = Array.from({ length: 38 }, (_, at) => `operation${at}`);
  const lines = screenOf(
    ...failedFor('document/path-parameter', names, 'no 500 for an encoded NUL in a path parameter'),
  );
  expect(lines.filter((line) => line.startsWith('FAILED '))).toEqual([
    'FAILED document/path-parameter',
  ]);
  expect(lines).toContain('  request   GET /operation0/a%00b');
  expect(lines).toContain('  expected  no 500 for an encoded NUL in a path parameter');
  expect(lines.join('\n')).toContain(
    '  in all    38 cases of 38 operations: operation0, operation1,',
  );
  expect(lines.join('\n')).not.toMatch(/x{301}/);
  expect(lines.length).toBeLessThan(24);
});

/** The names of the causes on a screen. */
const failedIn = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith('FAILED ')).map((line) => line.slice('FAILED '.length));

test('a server error is one entry, whichever checks and operations show it, and that of another check says more', () => {
  const error = { response: 'duplicate key value violates unique constraint "book_17"' };
  const other = { response: 'duplicate key value violates unique constraint "book_23"' };
  const lines = screenOf(
    ...failedFor('responses/no-server-error', ['getTodo', 'listTodos'], 'no 5xx status', error),
    ...failedFor('document/fuzz', ['getTodo'], 'no 500', other),
  );
  expect(failedIn(lines)).toEqual(['document/fuzz/getTodo']);
  expect(lines.join('\n')).toContain('in all    3 cases of 2 operations: getTodo, listTodos');
  expect(lines).toContain('Also failed, as above: responses/no-server-error');
});

const sayNothing = [
  'Internal Server Error',
  '{"message":"An unexpected error occurred"}',
  '<!DOCTYPE html><title>500 Server Error | Shop</title>',
  '',
];

test.each(sayNothing)(
  'a server error that says only %j is one entry for each operation',
  (response) => {
    const lines = screenOf(
      ...failedFor('document/fuzz', ['getTodo'], 'no 500', { response }),
      ...failedFor('responses/no-server-error', ['getTodo', 'listTodos'], 'none', { response }),
    );
    expect(failedIn(lines)).toEqual(['document/fuzz/getTodo', 'responses/no-server-error']);
  },
);

test('a server error at a path that cannot be read is one entry for all operations, whatever it says', () => {
  const lines = screenOf(
    ...failedFor('document/path-parameter', ['getTodo'], 'no 500 for a quote', { response: '' }),
    ...failedFor('document/path-parameter', ['listTodos'], 'no 500 for a NUL', { response: '' }),
  );
  expect(failedIn(lines)).toEqual(['document/path-parameter']);
});

test('a server error comes before what else a check of the same basis found', () => {
  const lines = screenOf(
    ...failedFor('document/a', ['one', 'two'], 'text/plain', { status: 200 }),
    ...failedFor('document/b', ['three'], 'no 500'),
  );
  expect(failedIn(lines)).toEqual(['document/b/three', 'document/a']);
});

test('what generated requests found again is not an entry of its own', () => {
  const ids = ['document/fuzz', 'document/invalid-body'];
  const both = screenOf(...ids.flatMap((id) => failedFor(id, ['getTodo'], 'a rejection of null')));
  expect(both.filter((line) => line.startsWith('FAILED '))).toEqual([
    'FAILED document/invalid-body/getTodo',
  ]);
});

test('after one case of each kind of check the other cases follow, and a long list of them is cut', () => {
  const causes = Array.from({ length: 20 }, (_, at) =>
    failedFor('document/a', [`one${at}`], `thing ${at}`, { status: 400 }),
  );
  const last = failedFor('document/b', ['last'], 'another thing', { status: 400 });
  const heads = screenOf(...causes.flat(), ...last);
  const failed = heads.filter((line) => line.startsWith('FAILED '));
  expect(failed[1]).toBe('FAILED document/b/last');
  expect(failed.at(-1)).toBe(
    'FAILED document/a/one13: GET /one13/a%00b: expected thing 13, got 400',
  );
  expect(heads).toContain('  and 6 more');
});

test('cases that look the same in one line have one line', () => {
  const long = 'the thing that a very long sentence describes,';
  const causes = Array.from({ length: 9 }, (_, at) =>
    failedFor('document/a', ['one'], `${long} ${at}`, { status: 400 }),
  );
  const failed = screenOf(...causes.flat()).filter((line) => line.startsWith('FAILED '));
  expect(failed.slice(5)).toEqual([
    'FAILED document/a/one: expected the thing that a very long sentence d …, got 400',
  ]);
});

test.each([
  ['fails', 40],
  ['is inconclusive', 0],
] as const)('a run that %s without an account offers to write a profile', (_verdict, failed) => {
  const lines = screen(
    reportOfAll(failed > 0 ? 'failed' : 'inconclusive', (rule, at) => {
      if (rule.needs.includes('account'))
        return {
          kind: 'skipped',
          skipped: 'missing',
          reason: 'the profile has no fixtures.account',
        };
      return at < failed ? { kind: 'failed' } : undefined;
    }),
    false,
    'test --init',
  );
  expect(lines.at(-1)).toBe('Write a profile that names what is missing: test --init');
});

test('an inconclusive run names the checks when there are few, and says that their reason is not the profile', () => {
  const reason =
    'the server reports success for another user, so no response shows whether it revoked it';
  const text = screen(
    reportOfAll('inconclusive', ({ id }) =>
      id === 'revocation/another-user-has-no-effect'
        ? { kind: 'skipped', skipped: 'missing', reason }
        : undefined,
    ),
  ).join(' ');
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    `1 safety or shown check could not run: revocation/another-user-has-no-effect (${reason}).`,
  );
  expect(text).toContain('If you accept what these checks cannot see, pass --allow-skipped.');
  expect(text).not.toContain('profile');
});

test('a single failed check is shown with its request and response', () => {
  const lines = screen(
    reportOfAll('failed', (_rule, at) => (at === 7 ? { kind: 'failed' } : undefined)),
  );
  expect(lines.join('\n')).toContain(`send      ${curl}`);
  expect(lines.at(-1)).toBe('http://127.0.0.1:8080 failed the contract tests.');
});

test('an inconclusive run counts what could not run, by reason, and says what to do', () => {
  const lacking = (rule: Listed): Partial<ReportedCheck> | undefined =>
    rule.needs.includes('secondAccount')
      ? { kind: 'skipped', skipped: 'missing', reason: 'the profile has no fixtures.secondAccount' }
      : undefined;
  const text = screen(reportOfAll('inconclusive', lacking)).join('\n');
  expect(text).toMatch(/^ +\d+ {2}the profile has no fixtures\.secondAccount$/m);
  expect(text).toMatch(
    /Inconclusive: nothing failed, but \d+ safety or shown checks could not run\./,
  );
  expect(text).toContain('Add what is missing to the profile, or pass --allow-skipped.');
});

test.each([
  ['the profile has no fixtures.secondAccount', 'Add what is missing to the profile, or'],
  ['out of time (--max-time)', 'Give the run more time with --max-time, or'],
  [
    'the budget of the profile is spent (needs 1 logins, 0 left)',
    'Allow more logins under `budget` in the profile, or',
  ],
  [
    'the server no longer accepts the login of the account (HTTP 401): if failed logins lock it, set budget.failures in the profile to a number below that limit',
    'Change the profile as the reasons above say, or',
  ],
  ['the server revoked no key', 'If you accept what these checks cannot see,'],
])('after "%s", the next step is: %s', (reason, advice) => {
  const lacking = (rule: Listed): Partial<ReportedCheck> | undefined =>
    rule.needs.includes('secondAccount')
      ? { kind: 'skipped', skipped: 'missing', reason }
      : undefined;
  const text = screen(reportOfAll('inconclusive', lacking)).join(' ');
  expect(text).toContain(`${advice} pass --allow-skipped.`);
});

test('a server that crashed during a run is said to have stopped, and the last requests are shown', () => {
  const lost = "curl -isS -X POST 'http://127.0.0.1:8080/v1/auth/login'";
  const text = screen(
    reportOfAll('failed', (_rule, at) => (at < 3 ? { kind: 'failed' } : undefined), {
      stopReason: 'the connection was refused; no server listens on this port.',
      lostRequests: [lost],
    }),
  ).join('\n');
  expect(text).toContain(`LAST REQUESTS WITHOUT A RESPONSE\n  ${lost}`);
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(
    /failed the contract tests, and stopped responding after \d+ requests, perhaps because of one of the requests above: the connection was refused; no server listens on this port/,
  );
});

test('a server that is not there takes two sentences', () => {
  const stopReason = 'no server listens on this port';
  const gone = { kind: 'skipped', skipped: 'missing', reason: 'the server went away' } as const;
  expect(screen(reportOfAll('inconclusive', () => gone, { stopReason }))).toEqual([
    expect.stringMatching(/^0 of \d+ checks ran: 0 passed; /),
    'Inconclusive: http://127.0.0.1:8080 could not be tested: no server listens on',
    'this port.',
  ]);
});

test('--verbose lists every check that did not pass, with the requests of those that differ', () => {
  const lines = screen(reportOfAll('passed', mostlyDifferent), true);
  const differing = catalogue.filter(({ basis }) => basis === 'decided');
  for (const { id } of differing) expect(lines).toContain(`DIFFERS ${id}`);
  expect(lines.filter((line) => line.includes('ticket 7')).length).toBeGreaterThan(0);
});

test('says that the selected checks send no request', () => {
  const unseen = { kind: 'skipped', skipped: 'nothing', reason: 'no response' } as const;
  const report = reportOfAll('inconclusive', () => unseen);
  expect(screen({ ...report, requests: 0 }).join(' ')).toContain(
    'no check ran, because the selected ones only watch the responses to others.',
  );
});

test('a run that is out of time names the operations of which no check ran', () => {
  const late = ({ operation }: Listed): Partial<ReportedCheck> | undefined =>
    operation === undefined || operation === 'login'
      ? undefined
      : { kind: 'skipped', skipped: 'missing', reason: outOfTimeReason };
  const report = reportOfAll('inconclusive', late);
  const text = screen({ ...report, durationMs: 30_000 }).join('\n');
  const ran = report.checks.filter(({ kind }) => kind !== 'skipped').length;
  const needed = Math.ceil((3 * report.checks.length) / ran) * 10;
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    `At the rate of this run, --max-time ${needed} is enough for all.`,
  );
  expect(text).toContain(
    'NOT REACHED BEFORE --max-time (2 operations)\n  generateApiKey, revokeApiKey\n',
  );
});
