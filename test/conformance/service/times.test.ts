import { describe, expect, test } from 'vitest';
import { type Clock, realClock } from '../../../conformance/engine/check.ts';
import { createTarget } from '../../../conformance/engine/http/target.ts';
import type { RunEvent } from '../../../conformance/engine/run/run-options.ts';
import { modelProfile } from '../../mutants/model/accounts.ts';
import type { Behaviour } from '../../mutants/model/behaviour.ts';
import { createModelClock, modelForTest } from '../../mutants/model/create-model.ts';
import { mutantsOf } from '../../mutants/mutant.ts';
import { mfaMutants } from '../../mutants/mutants/mfa.ts';
import { headers } from '../../mutants/overrides.ts';
import { runService } from '../../mutants/run-against.ts';
import { timedCheck } from '../../support/timed-check.ts';

async function targetOf(overrides: Partial<Behaviour>, clock: Clock = realClock) {
  const { baseUrl } = await modelForTest(overrides, clock);
  return createTarget({ baseUrl, now: clock.now });
}

describe('the time of a login', () => {
  /** The duration in milliseconds of the nth login of a known or an unknown identity. */
  interface Times {
    readonly known: (nth: number) => number;
    readonly unknown: (nth: number) => number;
  }

  /** Runs the check against a server with these times, and counts the logins. */
  async function timeLogins({ known, unknown }: Times) {
    const real = await targetOf({});
    const logins = { known: 0, unknown: 0 };
    const { identity = '' } = modelProfile.fixtures.account ?? {};
    const target: typeof real = {
      ...real,
      send: async (request) => {
        const exchange = await real.send(request);
        const text = Buffer.from(exchange.request.bytes).toString('latin1');
        if (!text.includes('Not-the-password-of-anyone')) return exchange;
        const durationMs = text.includes(identity)
          ? known(logins.known++)
          : unknown(logins.unknown++);
        return { ...exchange, durationMs };
      },
    };
    const { outcomes } = await runService(target, { only: [timedCheck] });
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
    const { kind, logins } = await timeLogins({
      known: slowAtFirst,
      unknown: (nth) => 50 + noise(nth),
    });
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
});

describe('the time steps of codes', () => {
  interface Late {
    /** The second of a time step at which the run begins. */
    readonly from: number;
    /** The number of the login with a code that is delayed, and for how long. */
    readonly login: number;
    readonly seconds: number;
  }

  /** Runs checks against a model while time passes between a code and its login, as on a busy machine or after sleep. */
  async function runLate(
    overrides: Partial<Behaviour>,
    { from, login, seconds }: Late,
    only: string,
  ) {
    const clock = createModelClock(from);
    const real = await targetOf(overrides, clock);
    let logins = 0;
    const target: typeof real = {
      ...real,
      send: async (request) => {
        if ('body' in request && String(request.body).includes('"otp"')) {
          logins += 1;
          if (logins === login) await clock.pause(seconds * 1000);
        }
        return real.send(request);
      },
    };
    const { outcomes } = await runService(target, { clock, strict: true, only: [only] });
    return outcomes;
  }

  // In each a time step ends between the code and its login.
  const late: readonly Late[] = [1, 2, 3, 30].flatMap((login) => [
    { from: 14, login, seconds: 31 },
    { from: 27.9, login, seconds: 4 },
  ]);

  test('a correct server passes every check, whenever a time step ends', async () => {
    for (const one of late) {
      const outcomes = await runLate({}, one, 'mfa');
      const wrong = outcomes.filter(
        ({ kind, reason }) => kind !== 'passed' && reason !== 'runs only with --destructive',
      );
      expect(
        wrong.map(({ check, reason, failures }) => ({ check, reason, got: failures[0]?.got })),
        JSON.stringify(one),
      ).toEqual([]);
    }
  });

  test('a correct server passes every check when its Date is still in the earlier time step', async () => {
    const lagging = headers(({ Date: date }) => ({
      Date: new Date(Date.parse(String(date)) - 1_000).toUTCString(),
    }));
    const outcomes = await runLate(lagging, { from: 0, login: 0, seconds: 0 }, 'mfa');
    const failed = outcomes.filter(({ kind }) => kind === 'failed');
    expect(failed.map(({ check, failures }) => ({ check, got: failures[0]?.got }))).toEqual([]);
  });

  test('a run says that it waits for a new one-time code, and how long', async () => {
    const clock = createModelClock(5);
    const { baseUrl } = await modelForTest({}, clock);
    const waits: RunEvent[] = [];
    const onEvent = (event: RunEvent) => void (event.type === 'waiting' && waits.push(event));
    const options = { clock, only: ['mfa/used-code-is-rejected'], onEvent };
    const run = () => runService(createTarget({ baseUrl, now: clock.now }), options);
    for (let runs = 0; runs < 2; runs += 1) await run();
    expect(waits).toEqual([]);
    await run();
    const reason = 'each one-time code works once, and the next one is not valid yet';
    expect(waits).toEqual([{ type: 'waiting', seconds: 25, reason }]);
  });

  // Mutants that show only while a used or delayed code is valid.
  const lasting =
    /used-code|wrong-password-does-not-use|partial-code|drift|next-code|previous-code/;

  test.each(mutantsOf(mfaMutants).filter(({ killedBy }) => lasting.test(killedBy)))(
    'a mutant never passes its check, whenever a time step ends: $killedBy, $name',
    async ({ killedBy, overrides }) => {
      for (const one of late.filter(({ login }) => login < 4)) {
        const outcomes = await runLate(overrides, one, killedBy);
        expect(
          outcomes.find(({ check }) => check === killedBy)?.kind,
          JSON.stringify(one),
        ).not.toBe('passed');
      }
    },
  );
});
