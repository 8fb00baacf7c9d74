import {
  decided,
  type Exchange,
  type Failure,
  type Header,
  jsonRequest,
  mismatch,
  nothingToJudge,
  notJudged,
  safety,
  shown,
  type Watcher,
} from '../../../engine/index.ts';
import type { ServiceBase } from '../../profile/service-profile.ts';
import { onTwoLogins } from '../login/login-result.ts';
import { identityIn } from '../support/accounts/seen-credentials.ts';
import {
  generatePath,
  generateRequest,
  operationOf,
  plainDescription,
  revokeRequest,
} from '../support/requests/operation-requests.ts';
import { responseChecks } from '../support/responses/every-response.ts';
import { dataOf, describeResponse, readOutcome, stringField } from '../support/responses/service-response.ts';
import { failures, failuresOf } from '../support/responses/verdicts.ts';
import {
  generateCheck,
  loginCheck,
  revokeCheck,
  type ServiceContext,
  serviceChecks,
} from '../support/service-context.ts';
import { rejectsEach } from '../support/variations.ts';
import { enoughBits, leastBits, varyingBits } from '../support/varying-bits.ts';

// Fewer may be equal at a position by chance.
const fewestTokens = 5;
// Seconds. A run must not wait longer.
const longestLifetime = 10;

export const tokenUseChecks = serviceChecks(shown('5.3'), {
  'tokens/token-is-accepted': generateCheck({
    rule: 'Accepts the access token of a login as the bearer token of key operations.',
    cost: { logins: 1, failures: 0 },
    run: async (context) => {
      const token = await context.sessions.renew();
      const exchange = await context.call(generateRequest(token));
      const { code } = context.outcomeOf(exchange);
      // Other checks cover rejections that have another cause than the token.
      return code === 401 || code === 403 ? context.mustSucceed(exchange) : undefined;
    },
  }),
  'tokens/generate-requires-a-token': generateCheck({
    rule: 'Rejects a generation without an access token.',
    run: async (context) => context.mustBeRejected(await context.call(generateRequest(undefined))),
  }),
  'tokens/revoke-requires-a-token': revokeCheck({
    rule: 'Rejects a revocation without an access token, or with an altered one.',
    run: async (context) => {
      const { id } = await context.keys.revocable();
      const reversed = [...(await context.sessions.token())].reverse().join('');
      context.secrets.remember('ALTERED_TOKEN', reversed);
      return failures([
        context.mustBeRejected(await context.call(revokeRequest(undefined, id)), 'none'),
        context.mustBeRejected(await context.call(revokeRequest(reversed, id)), 'reversed'),
      ]);
    },
  }),
  'tokens/only-in-the-authorization-header': rejectsEach(generateCheck, {
    rule: 'Rejects a token outside the `Authorization` header: in the query, the body, a cookie or another header.',
    requests: (token) => {
      const send = (target: string, headers: readonly Header[] = [], more = {}) =>
        jsonRequest('POST', target, { description: plainDescription, ...more }, headers);
      return {
        'query access_token': send(`${generatePath}?access_token=${token}`),
        'query token': send(`${generatePath}?token=${token}`),
        'query authorization': send(`${generatePath}?authorization=Bearer%20${token}`),
        'body access_token': send(generatePath, [], { access_token: token }),
        cookie: send(generatePath, [['Cookie', `access_token=${token}; token=${token}; session=${token}`]]),
        'X-Access-Token': send(generatePath, [
          ['X-Access-Token', token],
          ['X-Auth-Token', token],
          ['X-API-Key', token],
        ]),
        'Proxy-Authorization': send(generatePath, [['Proxy-Authorization', `Bearer ${token}`]]),
      };
    },
  }),
  'tokens/users-have-different-tokens': loginCheck({
    rule: 'Returns different tokens to different accounts.',
    ...shown('1.1'),
    needs: ['account', 'secondAccount'],
    run: async (context) => {
      const other = await context.sessions.login('secondAccount');
      const token = stringField(dataOf(other), 'access_token');
      if (token === undefined || token !== (await context.sessions.token())) return undefined;
      return mismatch('another token', 'the token of the first account', [other]);
    },
    cost: { logins: 1, failures: 0 },
  }),
  'tokens/each-login-has-a-new-token': loginCheck({
    rule: 'Returns a new token at each login.',
    ...decided('access-token'),
    ...onTwoLogins(async ({ first, second }) => {
      const token = stringField(dataOf(first), 'access_token');
      if (token === undefined || token !== stringField(dataOf(second), 'access_token')) return undefined;
      return mismatch('two different tokens', 'the same token twice', [first, second]);
    }),
  }),
  'tokens/tokens-are-unpredictable': loginCheck({
    rule: 'Returns tokens that nobody can predict from others.',
    ...safety('access-token'),
    // The logins of other checks are enough, in a run of all checks.
    cost: { logins: fewestTokens, failures: 0 },
    stage: 1,
    run: async (context) => {
      const known = () => [...new Set(context.memory.tokens())];
      for (let made = 0; made < fewestTokens && known().length < fewestTokens; made += 1)
        await context.sessions.renew();
      const tokens = known();
      if (tokens.length < fewestTokens)
        return nothingToJudge('the server returns the same token at each login');
      const bits = varyingBits(tokens);
      if (bits >= leastBits) return undefined;
      return mismatch(enoughBits, `about ${bits} bits in ${tokens.length} tokens`, []);
    },
  }),
  'tokens/token-survives-the-next-login': generateCheck({
    rule: 'Accepts a token after its user logs in again.',
    ...decided('access-token'),
    cost: { logins: 2, failures: 0 },
    run: async (context) => {
      const token = await context.sessions.renew();
      await context.sessions.renew();
      return context.mustSucceed(await context.call(generateRequest(token)));
    },
  }),
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
  'tokens/token-format': loginCheck({
    rule: 'Returns a token of `aat_` and 49 letters or digits.',
    ...decided('access-token'),
    ...onTwoLogins(async ({ first }) => {
      const token = stringField(dataOf(first), 'access_token');
      if (token === undefined || /^aat_[0-9A-Za-z]{49}$/.test(token)) return undefined;
      const got = `${token.length} characters in another format`;
      return mismatch('aat_ and 49 letters or digits', got, [first]);
    }),
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

/** `words` are not remembered as secrets, because masking them would remove them from other texts. */
export async function mustRejectTokens(
  context: ServiceContext,
  tries: Readonly<Record<string, string>>,
  words: Readonly<Record<string, string>> = {},
): Promise<readonly Failure[]> {
  for (const token of Object.values(tries)) context.secrets.remember('ALTERED_TOKEN', token);
  const all = Object.entries({ ...tries, ...words });
  return failuresOf(context, all, async ([key, token]) =>
    context.mustBeRejected(await context.call(generateRequest(token)), { key, note: key }),
  );
}
