import { expect, onTestFinished, test } from 'vitest';
import { service } from '../../../conformance/checks/service.ts';
import { createTarget } from '../../../conformance/http/target.ts';
import { runChecks } from '../../../conformance/run/run-checks.ts';
import { createSecrets } from '../../../conformance/secrets.ts';
import { bindSuite } from '../../../conformance/suite.ts';
import { modelProfile } from '../../mutants/model/accounts.ts';
import type { Behaviour } from '../../mutants/model/behaviour.ts';
import { createModel, createModelClock } from '../../mutants/model/create-model.ts';
import { mfaMutants } from '../../mutants/mutants/mfa.ts';
import { withHeaders } from '../../mutants/overrides.ts';

interface Late {
  /** The second of a time step at which the run begins. */
  readonly from: number;
  /** The number of the login with a code that is delayed, and for how long. */
  readonly login: number;
  readonly seconds: number;
}

/** Runs checks against a model while time passes between a code and its login, as on a busy machine or after sleep. */
async function runLate(overrides: Partial<Behaviour>, { from, login, seconds }: Late, only: string) {
  const clock = createModelClock(from);
  const model = await createModel(overrides, clock);
  onTestFinished(() => model.close());
  const real = createTarget({ baseUrl: model.baseUrl, now: clock.now });
  onTestFinished(() => real.close());
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
  const { outcomes } = await runChecks({
    target,
    clock,
    profile: modelProfile,
    secrets: createSecrets(),
    suites: [bindSuite(service)],
    seed: 1,
    strict: true,
    only: [only],
  });
  return outcomes;
}

const late: readonly Late[] = [14, 27.9].flatMap((from) =>
  [1, 2, 3, 30].flatMap((login) => [4, 31].map((seconds) => ({ from, login, seconds }))),
);

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
  const lagging = withHeaders(({ Date: date, ...headers }) => ({
    ...headers,
    Date: new Date(Date.parse(String(date)) - 1_000).toUTCString(),
  }));
  const outcomes = await runLate(lagging, { from: 0, login: 0, seconds: 0 }, 'mfa');
  const failed = outcomes.filter(({ kind }) => kind === 'failed');
  expect(failed.map(({ check, failures }) => ({ check, got: failures[0]?.got }))).toEqual([]);
});

// Mutants that show only while a used or delayed code is valid.
const lasting = /used-code|wrong-password-does-not-use|partial-code|drift|next-code|previous-code/;

test.each(mfaMutants.filter(({ killedBy }) => lasting.test(killedBy)))(
  'a mutant never passes its check, whenever a time step ends: $killedBy, $name',
  async ({ killedBy, overrides }) => {
    for (const one of late.filter(({ login }) => login < 4)) {
      const outcomes = await runLate(overrides, one, killedBy);
      expect(outcomes.find(({ check }) => check === killedBy)?.kind, JSON.stringify(one)).not.toBe('passed');
    }
  },
);
