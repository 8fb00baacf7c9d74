import { expect, test } from 'vitest';
import { emptyProfile } from '../../../conformance/engine/profile/profile.ts';
import type { Entry } from '../../../conformance/engine/report/entry.ts';
import { fold } from '../../../conformance/engine/report/fold.ts';
import { keepJournal } from '../../../conformance/engine/report/journal.ts';
import type { RunEvent } from '../../../conformance/engine/run/run-options.ts';
import { createSecrets } from '../../../conformance/engine/secrets.ts';
import { tool } from '../../../conformance/suite/tool.ts';

const baseUrl = 'http://127.0.0.1:8080';
const ruleOf = (id: string) =>
  ({ id, rule: `The rule of ${id}.`, basis: 'shown', source: 'README' }) as const;
const first = ruleOf('todos/first');
const second = ruleOf('todos/second');
const rules = [first, second];
const started: RunEvent = { type: 'started', rules, isPartial: false };
const outcomeOf = (rule: typeof first, got: string): RunEvent => {
  const failure = {
    kind: 'failed',
    basis: 'shown',
    expected: 'another',
    got,
    exchanges: [],
  } as const;
  const figures = { notes: [], requests: 1, durationMs: 1 };
  const outcome = { check: rule.id, kind: 'failed', failures: [failure], ...figures } as const;
  return { type: 'outcome', rule, outcome };
};
const ended: RunEvent = {
  type: 'ended',
  ...{ durationMs: 1, requests: 2, coverage: [], withoutSuccess: [], stale: [], learned: [] },
  ...{ leftovers: [], lostRequests: [], stopReason: undefined },
};

function openJournal(secrets = createSecrets()) {
  const entries: Entry[] = [{ type: 'started', tool, target: baseUrl, seed: 1 }];
  const options = { baseUrl, profile: emptyProfile, secrets, suites: [], tool, seed: 1 };
  // Entries go to another process, so they must be data.
  const record = keepJournal(options, (entry) => void entries.push(structuredClone(entry)));
  return { record, report: () => fold(entries) };
}

test('a run that did not end is inconclusive, and each check that did not run says why', () => {
  const { record, report } = openJournal();
  record(started);
  const { verdict, stopReason, checks } = report();
  expect({ verdict, stopReason }).toEqual({
    verdict: 'inconclusive',
    stopReason: 'the run did not end',
  });
  expect(checks.map(({ id, kind, reason }) => ({ id, kind, reason }))).toEqual(
    rules.map(({ id }) => ({ id, kind: 'skipped', reason: stopReason })),
  );
});

test('a failure counts, also if the run did not end', () => {
  const { record, report } = openJournal();
  record(started);
  record(outcomeOf(second, 'HTTP 200'));
  expect(report()).toMatchObject({ verdict: 'failed', summary: { failed: 1, skipped: 1 } });
});

test('masks a secret that was not known yet when a check showed it', () => {
  const secrets = createSecrets();
  const secret = 'issued-later-4711';
  const { record, report } = openJournal(secrets);
  record(started);
  record(outcomeOf(first, `HTTP 200 with ${secret}`));
  secrets.remember('ACCESS_TOKEN', secret);
  record(outcomeOf(second, `HTTP 200 with ${secret}`));
  record(ended);
  const text = JSON.stringify(report());
  expect(text).not.toContain(secret);
  expect(text.split('HTTP 200 with $ACCESS_TOKEN')).toHaveLength(5);
});
