import { decided, mismatch, nothingToJudge, safety } from '../../../engine/index.ts';
import { onTwoLogins } from '../login/login-result.ts';
import type { Login } from '../support/accounts/seen-credentials.ts';
import { generateRequest } from '../support/requests/operation-requests.ts';
import { dataOf, describeResponse } from '../support/responses/service-response.ts';
import {
  generateCheck,
  lastStage,
  type ServiceContext,
  serviceChecks,
} from '../support/service-context.ts';
import { claimsOf } from './altered-tokens.ts';
import { mayHaveEndedByLogins, mostLaterLogins } from './live-tokens.ts';

// Seconds. A run must not wait longer.
const longestLifetime = 10;
const leastAge = 3;
// The time of a server may be in whole seconds.
const clockStep = 1;

export const tokenLifetimeChecks = serviceChecks(safety('access-token'), {
  'tokens/expired-token-is-rejected': generateCheck({
    rule: 'Rejects a token after the seconds in `expires_in`.',
    ...onTwoLogins(async ({ first }, context) => {
      const { access_token: token, expires_in: seconds } = dataOf(first);
      if (typeof token !== 'string' || typeof seconds !== 'number')
        return nothingToJudge('the server does not say when a token expires');
      if (seconds > longestLifetime)
        return nothingToJudge(
          `a token lives for ${seconds} s; the check waits for at most ${longestLifetime} s`,
        );
      await context.clock.pause((seconds + 1) * 1000, 'the access token has to expire');
      const accepted = context.mustBeRejected(await context.call(generateRequest(token)));
      return accepted && { ...accepted, exchanges: [first, ...accepted.exchanges] };
    }),
  }),
  'tokens/token-lives-for-expires-in': generateCheck({
    rule: 'Accepts a token for the seconds in `expires_in`, as far as a run can tell.',
    ...decided('access-token'),
    cost: { logins: mostLaterLogins, failures: 0 },
    stage: lastStage,
    run: async (context) => {
      await context.sessions.token();
      const logins = firstLogins(context);
      const [early] = logins;
      const seconds = early && dataOf(early.exchange).expires_in;
      if (early === undefined || typeof seconds !== 'number')
        return nothingToJudge('the server does not say when a token expires');
      const { iat, exp } = claimsOf(early.token);
      if (typeof iat === 'number' && typeof exp === 'number' && exp - iat < seconds)
        return mismatch(
          `exp ${seconds} s after iat, as in expires_in`,
          `exp after ${exp - iat} s`,
          [early.exchange],
        );
      const ageOf = ({ exchange }: Login) => (context.clock.now() - exchange.startedAt) / 1000;
      if (ageOf(early) < leastAge)
        await context.clock.pause((leastAge - ageOf(early)) * 1000, 'an access token has to age');
      const used = [];
      for (const login of logins) {
        const exchange = await context.call(generateRequest(login.token));
        used.push({ login, exchange, age: ageOf(login) });
      }
      const judged = used.filter(({ age }) => age < seconds - clockStep);
      if (judged.length === 0) return nothingToJudge('the run took longer than a token lives');
      const ended = judged.filter(({ exchange }) => context.outcomeOf(exchange).code === 401);
      for (const { login, exchange, age } of ended) {
        if (await mayHaveEndedByLogins(context, login)) continue;
        const got = `${describeResponse(exchange)} after ${age.toFixed(1)} s`;
        return mismatch(`the token accepted for ${seconds} s`, got, [login.exchange, exchange]);
      }
      return ended.length < judged.length
        ? undefined
        : nothingToJudge('a login invalidates the oldest token of its user');
    },
  }),
});

/** The first of each account, the oldest first. */
function firstLogins({ memory }: ServiceContext): readonly Login[] {
  const logins = memory.logins();
  return (['account', 'secondAccount'] as const)
    .flatMap((name) => logins.find(({ owner }) => owner === name) ?? [])
    .sort((a, b) => a.exchange.startedAt - b.exchange.startedAt);
}
