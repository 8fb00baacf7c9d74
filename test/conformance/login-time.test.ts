import { expect, onTestFinished, test } from 'vitest';
import { service } from '../../conformance/checks/service.ts';
import { createTarget } from '../../conformance/http/target.ts';
import { runChecks } from '../../conformance/run/run-checks.ts';
import { createSecrets } from '../../conformance/secrets.ts';
import { bindSuite } from '../../conformance/suite.ts';
import { modelProfile } from '../mutants/model/accounts.ts';
import { createModel } from '../mutants/model/create-model.ts';
import { timedCheck } from '../support/timed-check.ts';

/** The duration in milliseconds of the nth login of a known or an unknown identity. */
interface Times {
  readonly known: (nth: number) => number;
  readonly unknown: (nth: number) => number;
}

/** Runs the check against a server with these times, and counts the logins. */
async function timeLogins({ known, unknown }: Times) {
  const model = await createModel({});
  onTestFinished(() => model.close());
  const real = createTarget({ baseUrl: model.baseUrl });
  onTestFinished(() => real.close());
  const logins = { known: 0, unknown: 0 };
  const { identity = '' } = modelProfile.fixtures.account ?? {};
  const target: typeof real = {
    ...real,
    send: async (request) => {
      const exchange = await real.send(request);
      const text = Buffer.from(exchange.request.bytes).toString('latin1');
      if (!text.includes('Not-the-password-of-anyone')) return exchange;
      const durationMs = text.includes(identity) ? known(logins.known++) : unknown(logins.unknown++);
      return { ...exchange, durationMs };
    },
  };
  const { outcomes } = await runChecks({
    target,
    profile: modelProfile,
    secrets: createSecrets(),
    suites: [bindSuite(service)],
    seed: 1,
    only: [timedCheck],
  });
  const outcome = outcomes.find(({ check }) => check === timedCheck);
  return { kind: outcome?.kind, got: outcome?.failures[0]?.got, logins };
}

// A machine that disturbs each measurement differently.
const noise = (nth: number) => [40, 3, 90, 0.1, 17, 0, 250][nth % 7] ?? 0;

test('ends early when the times are the same, even on a busy machine', async () => {
  const same = (nth: number) => 50 + noise(nth);
  expect(await timeLogins({ known: same, unknown: same })).toEqual({
    kind: 'passed',
    got: undefined,
    logins: { known: 7, unknown: 14 },
  });
});

test('ignores a difference that disappears with more logins', async () => {
  const slowAtFirst = (nth: number) => (nth < 10 ? 80 : 50) + noise(nth);
  const { kind, logins } = await timeLogins({ known: slowAtFirst, unknown: (nth) => 50 + noise(nth) });
  expect(kind).toBe('passed');
  expect(logins.known).toBeGreaterThan(10);
});

test.each([
  ['more time', 110],
  ['less time', 20],
])('reports the difference when a known identity takes %s', async (_how, time) => {
  const { kind, got, logins } = await timeLogins({
    known: (nth) => time + noise(nth),
    unknown: (nth) => 50 + noise(nth),
  });
  expect(kind).toBe('observed');
  expect(got).toBe(`${Math.abs(time - 50)}.0 ms, where the noise is 0.0 ms`);
  expect(logins).toEqual({ known: 28, unknown: 56 });
});
