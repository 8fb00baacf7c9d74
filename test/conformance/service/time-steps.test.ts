import { expect, onTestFinished, test } from 'vitest';
import { service } from '../../../conformance/checks/service.ts';
import { createTarget } from '../../../conformance/http/target.ts';
import { runChecks } from '../../../conformance/run/run-checks.ts';
import { createSecrets } from '../../../conformance/secrets.ts';
import { bind } from '../../../conformance/suite.ts';
import type { Behaviour } from '../../mutants/model/behaviour.ts';
import { createModel } from '../../mutants/model/create-model.ts';
import { createModelClock } from '../../mutants/model/model-clock.ts';
import { modelProfile } from '../../mutants/model/model-profile.ts';
import { mfaMutants } from '../../mutants/mutants/mfa.ts';

interface Late {
  /** Where in a time step of one-time codes the run begins. */
  readonly from: number;
  /** Which of the logins with a code is held up, and for how long. */
  readonly login: number;
  readonly seconds: number;
}

/** Puts checks to a model while a machine that is busy, or was asleep, lets time pass between a code and its login. */
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
    suites: [bind(service)],
    seed: 1,
    strict: true,
    only: [only],
  });
  return outcomes;
}

const late: readonly Late[] = [14, 27.9].flatMap((from) =>
  [1, 2, 3, 30].flatMap((login) => [4, 31].map((seconds) => ({ from, login, seconds }))),
);

test('a server that is right is asked everything and told nothing else, whenever a time step ends', async () => {
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

// Those that show only while a code that was used, or held back, would log in.
const lasting = /used-code|wrong-password-does-not-use|partial-code|drift|next-code|previous-code/;

test.each(mfaMutants.filter(({ killedBy }) => lasting.test(killedBy)))(
  'nor is one that is not right told that it is: $killedBy, $name',
  async ({ killedBy, overrides }) => {
    for (const one of late.filter(({ login }) => login < 4)) {
      const outcomes = await runLate(overrides, one, killedBy);
      expect(outcomes.find(({ check }) => check === killedBy)?.kind, JSON.stringify(one)).not.toBe('passed');
    }
  },
);
