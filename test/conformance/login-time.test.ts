import { expect, onTestFinished, test } from 'vitest';
import { service } from '../../conformance/checks/service.ts';
import { createTarget } from '../../conformance/http/target.ts';
import { runChecks } from '../../conformance/run/run-checks.ts';
import { createSecrets } from '../../conformance/secrets.ts';
import { bind } from '../../conformance/suite.ts';
import { createModel } from '../mutants/model/create-model.ts';
import { modelProfile } from '../mutants/model/profile.ts';
import { timedCheck } from '../support/timed-check.ts';

/** The milliseconds that the nth login of a known identity, or of one that nobody has, is said to have taken. */
interface Times {
  readonly known: (nth: number) => number;
  readonly unknown: (nth: number) => number;
}

/** Puts the check to a server whose times are given, and counts what it asked. */
async function timeLogins({ known, unknown }: Times) {
  const model = await createModel({});
  onTestFinished(() => model.close());
  const real = createTarget({ baseUrl: model.baseUrl });
  onTestFinished(() => real.close());
  const asked = { known: 0, unknown: 0 };
  const { identity = '' } = modelProfile.fixtures.account ?? {};
  const target: typeof real = {
    ...real,
    send: async (request) => {
      const exchange = await real.send(request);
      const text = Buffer.from(exchange.request.bytes).toString('latin1');
      if (!text.includes('Not-the-password-of-anyone')) return exchange;
      const durationMs = text.includes(identity) ? known(asked.known++) : unknown(asked.unknown++);
      return { ...exchange, durationMs };
    },
  };
  const { outcomes } = await runChecks({
    target,
    profile: modelProfile,
    secrets: createSecrets(),
    suites: [bind(service)],
    seed: 1,
    only: [timedCheck],
  });
  const outcome = outcomes.find(({ check }) => check === timedCheck);
  return { kind: outcome?.kind, got: outcome?.failures[0]?.got, asked };
}

// A machine that disturbs each measurement otherwise.
const noise = (nth: number) => [40, 3, 90, 0.1, 17, 0, 250][nth % 7] ?? 0;

test('times that are alike, however much a busy machine adds to them, are found alike soon', async () => {
  const alike = (nth: number) => 50 + noise(nth);
  expect(await timeLogins({ known: alike, unknown: alike })).toEqual({
    kind: 'passed',
    got: undefined,
    asked: { known: 7, unknown: 14 },
  });
});

test('a difference that more questions take away was the machine’s', async () => {
  const late = (nth: number) => (nth < 10 ? 80 : 50) + noise(nth);
  const { kind, asked } = await timeLogins({ known: late, unknown: (nth) => 50 + noise(nth) });
  expect(kind).toBe('passed');
  expect(asked.known).toBeGreaterThan(10);
});

test.each([
  ['longer', 110],
  ['less long', 20],
])('a known identity that takes %s is told, with the difference', async (_how, time) => {
  const { kind, got, asked } = await timeLogins({
    known: (nth) => time + noise(nth),
    unknown: (nth) => 50 + noise(nth),
  });
  expect(kind).toBe('observed');
  expect(got).toBe(`${Math.abs(time - 50)}.0 ms, where the noise is 0.0 ms`);
  expect(asked).toEqual({ known: 28, unknown: 56 });
});
