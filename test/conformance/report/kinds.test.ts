import { expect, test } from 'vitest';
import { outcomeKinds, worstFirst } from '../../../conformance/engine/outcome.ts';
import { consoleReport } from '../../../conformance/engine/report/console.ts';
import { showProgress } from '../../../conformance/engine/report/progress.ts';
import type { Report, ReportedCheck } from '../../../conformance/engine/report/report.ts';
import { createSecrets } from '../../../conformance/engine/secrets.ts';
import { formats, reportOf } from './report-of.ts';

/** A report with one check of each kind, whose id ends with the kind. */
function reportOfAllKinds(): Report {
  const report = reportOf({ exchanges: [] }, createSecrets());
  const checks = report.checks.flatMap((check) =>
    worstFirst.map((kind): ReportedCheck => {
      const id = `kinds/${kind}`;
      const reason = `because ${kind}`;
      if (kind === 'passed' || kind === 'skipped' || kind === 'error')
        return { ...check, id, kind, reason, findings: [] };
      const findings = check.findings.map((finding) => ({
        ...finding,
        kind,
        got: `got ${kind}`,
        reason,
      }));
      return { ...check, id, kind, reason, findings };
    }),
  );
  const summary = Object.fromEntries(worstFirst.map((kind) => [kind, 1])) as Report['summary'];
  return { ...report, checks, summary };
}

const withFindings = worstFirst.filter((kind) => !['passed', 'skipped', 'error'].includes(kind));

test.each([
  // It says how many passed.
  ['console', worstFirst.filter((kind) => kind !== 'passed')],
  ['html', worstFirst],
  ['json', worstFirst],
  ['junit', worstFirst],
  ['sarif', withFindings],
  ['github', worstFirst.filter((kind) => outcomeKinds[kind].level !== 'note')],
] as const)(
  'the %s report shows every kind of outcome that it has a place for',
  (format, kinds) => {
    const text = formats[format](reportOfAllKinds());
    expect(worstFirst.filter((kind) => text.includes(`kinds/${kind}`))).toEqual(kinds);
  },
);

test('the console counts every kind that ran', () => {
  const text = consoleReport(reportOfAllKinds(), { colour: false, columns: 200 });
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    '8 of 9 checks ran: 1 passed, 1 failed, 1 error in the tool, 1 warning, 1 differs, 1 known, 1 waived, 1 observed;',
  );
});

const rule = { id: 'login/returns-a-token', rule: '', basis: 'shown', source: '4.1' } as const;

function progressTo(line?: { write(text: string): void; end(): void }) {
  const said: string[] = [];
  const timers = new Map<number, () => void>();
  const progress = showProgress({
    line,
    say: (text) => said.push(text),
    every: (ms, tick) => {
      timers.set(ms, tick);
      return () => timers.delete(ms);
    },
  });
  return { progress, said, tick: () => timers.get(5_000)?.() };
}

test('without a terminal, says every five seconds until its end how far a run is, even when the server does not respond', () => {
  const { progress, said, tick } = progressTo();
  progress.inspect({ type: 'planned', rules: Array.from({ length: 296 }, () => rule) });
  progress.inspect({ type: 'checking', check: rule.id });
  expect(said).toEqual([]);
  tick();
  for (const check of reportOf({ exchanges: [] }, createSecrets()).checks)
    progress.inspect({ type: 'outcome', check });
  progress.inspect({ type: 'checking', check: 'login/field-types' });
  tick();
  progress.inspect({ type: 'waiting', seconds: 12, reason: 'the access token has to expire' });
  tick();
  progress.end();
  tick();
  expect(said).toEqual([
    '0 of 296 checks; now login/returns-a-token',
    '1 of 296 checks, 1 failed; now login/field-types',
    'waiting 12 s: the access token has to expire',
    '1 of 296 checks, 1 failed; now waiting: the access token has to expire',
  ]);
});

test('at a terminal, overwrites one line and adds none', () => {
  const written: string[] = [];
  const { progress, said, tick } = progressTo({
    write: (text) => written.push(text),
    end: () => {},
  });
  progress.inspect({ type: 'planned', rules: [rule, rule] });
  progress.inspect({ type: 'checking', check: rule.id });
  tick();
  expect(written.at(-1)).toBe('0/2  login/returns-a-token');
  expect(said).toEqual([]);
});
