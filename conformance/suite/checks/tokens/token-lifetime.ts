import { decided, mismatch, nothingToJudge, safety } from '../../../engine/index.ts';
import { onTwoLogins } from '../login/login-result.ts';
import { generateRequest } from '../support/requests/operation-requests.ts';
import { dataOf, describeResponse } from '../support/responses/service-response.ts';
import { generateCheck, serviceChecks } from '../support/service-context.ts';
import { claimsOf } from './altered-tokens.ts';

// Seconds. A run must not wait longer.
const longestLifetime = 10;
const leastAge = 3;
// A user may have few live tokens.
const mostLaterLogins = 2;

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
    cost: { logins: mostLaterLogins + 1, failures: 0 },
    stage: 4,
    run: async (context) => {
      await context.sessions.token();
      const [early] = (['account', 'secondAccount'] as const)
        .map((name) => context.memory.logins().filter(({ owner }) => owner === name))
        .flatMap((own) => own.slice(-1 - mostLaterLogins)[0] ?? [])
        .sort((a, b) => a.exchange.startedAt - b.exchange.startedAt);
      const seconds = early && dataOf(early.exchange).expires_in;
      if (early === undefined || typeof seconds !== 'number')
        return nothingToJudge('the server does not say when a token expires');
      const { token, owner, exchange: login } = early;
      const { iat, exp } = claimsOf(token);
      if (typeof iat === 'number' && typeof exp === 'number' && exp - iat < seconds)
        return mismatch(
          `exp ${seconds} s after iat, as in expires_in`,
          `exp after ${exp - iat} s`,
          [login],
        );
      const age = () => (context.clock.now() - login.startedAt) / 1000;
      if (age() < leastAge)
        await context.clock.pause((leastAge - age()) * 1000, 'an access token has to age');
      const exchange = await context.call(generateRequest(token));
      const got = `${describeResponse(exchange)} after ${age().toFixed(1)} s`;
      if (age() > seconds) return nothingToJudge('the run took longer than a token lives');
      if (context.outcomeOf(exchange).code !== 401) return undefined;
      const another = await context.sessions.renew(owner);
      for (let made = 0; made < mostLaterLogins; made += 1) await context.sessions.renew(owner);
      const { code } = context.outcomeOf(await context.call(generateRequest(another)));
      if (code === 401) return nothingToJudge('a login ends the tokens before it');
      return mismatch(`the token accepted for ${seconds} s`, got, [login, exchange]);
    },
  }),
});
