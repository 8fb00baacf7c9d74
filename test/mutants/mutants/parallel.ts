import type { Behaviour, LoginBody } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { Outcome } from '../model/outcome.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { withBarrier } from './barrier.ts';

/** Keeps the last request in a variable that all requests share, and uses it after a wait. */
const loginOfTheLatest = (combine: (own: Outcome, latest: Outcome) => Outcome): Partial<Behaviour> =>
  withBarrier((waitForOther) => {
    let latest: LoginBody | undefined;
    return {
      login: async (world, body) => {
        latest = body;
        await waitForOther();
        const own = await correct.login(world, body);
        return combine(own, await correct.login(world, latest));
      },
    };
  });

export const parallelMutants: readonly Mutant[] = [
  ...mutantsOf('parallel/logins-have-their-own-results', {
    'returns the result of the latest login to both': loginOfTheLatest((_own, latest) => latest),
    'returns the token of the latest login to both': loginOfTheLatest((own, latest) =>
      'data' in own && 'data' in latest
        ? { data: { ...own.data, access_token: latest.data.access_token } }
        : own,
    ),
  }),
  ...mutantsOf('parallel/keys-have-their-own-descriptions', {
    'returns the description of the latest request': withBarrier((waitForOther) => {
      let latest: string | undefined;
      return {
        generate: async (world, owner, description, idempotencyKey) => {
          latest = description;
          await waitForOther();
          return correct.generate(world, owner, latest, idempotencyKey);
        },
      };
    }),
  }),
];
