import {
  decided,
  type Exchange,
  mismatch,
  nothingToJudge,
  notJudged,
  safety,
  type Watcher,
} from '../../../engine/index.ts';
import type { ServiceBase } from '../../profile/service-profile.ts';
import { onTwoLogins } from '../login/login-result.ts';
import { identityIn } from '../support/accounts/seen-credentials.ts';
import { generateRequest, operationOf } from '../support/requests/operation-requests.ts';
import { responseChecks } from '../support/responses/every-response.ts';
import { dataOf, describeResponse, readOutcome } from '../support/responses/service-response.ts';
import { generateCheck, serviceChecks } from '../support/service-context.ts';
import { claimsOf } from './altered-tokens.ts';

// Seconds. A run must not wait longer.
const longestLifetime = 10;
// Seconds.
const leastAge = 3;
// A user may have few live tokens.
const mostLaterLogins = 2;

export const tokenLifetimeChecks = serviceChecks(safety('access-token'), {
  'tokens/expired-token-is-rejected': generateCheck({
    rule: 'Rejects a token after the seconds in `expires_in`.',
    ...safety('access-token'),
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
  'tokens/early-token-still-works': generateCheck({
    rule: `Accepts a token ${leastAge} seconds after its login, and a JSON Web Token for the seconds in \`expires_in\`.`,
    ...decided('access-token'),
    cost: { logins: mostLaterLogins + 1, failures: 0 },
    stage: 4,
    run: async (context) => {
      await context.sessions.token();
      const [early] = (['account', 'secondAccount'] as const)
        .flatMap((name) => {
          const own = context.memory.logins().filter(({ owner }) => owner === name);
          return own.slice(-1 - mostLaterLogins)[0] ?? [];
        })
        .sort((a, b) => a.exchange.startedAt - b.exchange.startedAt);
      const seconds = early && dataOf(early.exchange).expires_in;
      if (early === undefined || typeof seconds !== 'number')
        return nothingToJudge('the server does not say when a token expires');
      const { token, owner, exchange: login } = early;
      const { iat, exp } = claimsOf(token);
      if (typeof iat === 'number' && typeof exp === 'number' && exp - iat < seconds)
        return mismatch(`exp ${seconds} s after iat, as in expires_in`, `exp after ${exp - iat} s`, [login]);
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

export const tokenResponseChecks = responseChecks(decided('access-token'), {
  'tokens/token-lives-for-expires-in': {
    rule: 'Accepts a token for the seconds in `expires_in`, unless its user logs in again.',
    watch: watchLifetimes,
  },
});

interface Lifetime {
  readonly login: Exchange;
  readonly identity: string | undefined;
  /** Milliseconds since 1970. */
  readonly until: number;
  wasAccepted: boolean;
}

/** Watches for tokens that the server accepted, and rejects before they expire. A new login may end the session before it. */
function watchLifetimes({ profile, target }: ServiceBase): Watcher {
  const lifetimes = new Map<string, Lifetime>();
  return {
    inspect: (exchange) => {
      const { request, startedAt } = exchange;
      const { access_token: issued, expires_in: seconds } = dataOf(exchange);
      if (typeof issued === 'string') {
        const identity = identityIn(exchange);
        for (const [token, other] of lifetimes) if (other.identity === identity) lifetimes.delete(token);
        if (typeof seconds === 'number')
          lifetimes.set(issued, {
            login: exchange,
            identity,
            until: startedAt + seconds * 1000,
            wasAccepted: false,
          });
        return notJudged;
      }
      const headers = request.headers.filter(([name]) => name.toLowerCase() === 'authorization');
      const [, token] = /^Bearer (\S+)$/.exec(headers.length === 1 ? (headers[0]?.[1] ?? '') : '') ?? [];
      const lifetime = lifetimes.get(token ?? '');
      const outcome = readOutcome(exchange, profile.failures);
      if (
        lifetime === undefined ||
        outcome === undefined ||
        operationOf(exchange, target.baseUrl) === undefined
      )
        return notJudged;
      lifetime.wasAccepted ||= outcome.success;
      if (outcome.code !== 401 || !lifetime.wasAccepted || startedAt > lifetime.until) return undefined;
      const left = Math.round((lifetime.until - startedAt) / 1000);
      const expected = `the token accepted for ${left} s more`;
      return mismatch(expected, describeResponse(exchange), [lifetime.login, exchange], 'lifetime');
    },
  };
}
