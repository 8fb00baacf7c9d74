import {
  decided,
  type Failure,
  type Header,
  jsonRequest,
  mismatch,
  nothingToJudge,
  safety,
  shown,
} from '../../../engine/index.ts';
import { onTwoLogins } from '../login/login-result.ts';
import { findPrediction, unpredictable } from '../support/predictions/find-prediction.ts';
import {
  generatePath,
  generateRequest,
  plainDescription,
  revokeRequest,
} from '../support/requests/operation-requests.ts';
import { dataOf, stringField } from '../support/responses/service-response.ts';
import { failures, failuresOf } from '../support/responses/verdicts.ts';
import {
  generateCheck,
  loginCheck,
  revokeCheck,
  type ServiceContext,
  serviceChecks,
} from '../support/service-context.ts';
import { rejectsEach } from '../support/variations.ts';

// With fewer, a linear generator does not show, and random texts may be equal at a position by chance.
const tokensInARow = 5;

const distinct = (texts: readonly string[]) => [...new Set(texts)].filter((text) => text !== '');

export const tokenUseChecks = serviceChecks(shown('5.3'), {
  'tokens/token-is-accepted': generateCheck({
    rule: 'Accepts the access token of a login as the bearer token of key operations.',
    cost: { logins: 1, failures: 0 },
    run: async (context) => {
      const token = await context.sessions.renew();
      const exchange = await context.sessions.send(generateRequest(token));
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
        cookie: send(generatePath, [
          ['Cookie', `access_token=${token}; token=${token}; session=${token}`],
        ]),
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
      return mismatch('a different token', 'the token of the first account', [other]);
    },
    cost: { logins: 1, failures: 0 },
  }),
  'tokens/each-login-has-a-new-token': loginCheck({
    rule: 'Returns a new token at each login.',
    ...decided('access-token'),
    ...onTwoLogins(async ({ first, second }) => {
      const token = stringField(dataOf(first), 'access_token');
      if (token === undefined || token !== stringField(dataOf(second), 'access_token'))
        return undefined;
      return mismatch('two different tokens', 'the same token twice', [first, second]);
    }),
  }),
  'tokens/tokens-are-unpredictable': loginCheck({
    rule: 'Returns tokens that nobody can predict from others.',
    ...safety('access-token'),
    cost: { logins: tokensInARow, failures: 0 },
    stage: 1,
    run: async (context) => {
      for (let made = 0; made < tokensInARow; made += 1) await context.sessions.renew();
      const logins = context.memory.logins();
      const issued = logins.map(({ token, exchange }) => ({ text: token, at: exchange.startedAt }));
      const known = logins.flatMap(({ owner, exchange }) => [
        context.account(owner).identity,
        String(dataOf(exchange).me_id ?? ''),
        String(dataOf(exchange).nickname ?? ''),
      ]);
      const prediction = findPrediction(issued, issued.slice(-tokensInARow), distinct(known));
      if (prediction !== undefined) return mismatch(unpredictable, prediction, []);
      return distinct(issued.map(({ text }) => text)).length < tokensInARow
        ? nothingToJudge('the server returns the same token at each login')
        : undefined;
    },
  }),
  'tokens/token-survives-the-next-login': generateCheck({
    rule: 'Accepts a token after its user logs in again.',
    ...decided('access-token'),
    cost: { logins: 2, failures: 0 },
    run: async (context) => {
      const token = await context.sessions.renew();
      await context.sessions.renew();
      return context.mustSucceed(await context.sessions.send(generateRequest(token)));
    },
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
