import {
  decided,
  type Header,
  hasResponse,
  meaningOf,
  shown,
  standard,
} from '../../engine/index.ts';
import { generateRequest, loginRequest } from './support/requests/operation-requests.ts';
import { codeOf } from './support/responses/service-response.ts';
import { judgeAll } from './support/responses/verdicts.ts';
import { generateCheck, loginCheck, serviceChecks } from './support/service-context.ts';
import { acceptsEach, rejectsEach, variations, variationsOf } from './support/variations.ts';

export const authorizationChecks = serviceChecks(decided('errors'), {
  'authorization/only-bearer': rejectsEach(generateCheck, {
    rule: 'Rejects a token without a scheme, or with a scheme other than Bearer.',
    ...shown('5.3'),
    requests: (token, { account }) => {
      const { identity, password } = account();
      const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
      return withValues({
        'no scheme': token,
        'Basic with the token': `Basic ${token}`,
        'Basic with identity and password': basic(`${identity}:${password}`),
        'Basic with the token as password': basic(`${identity}:${token}`),
        Token: `Token ${token}`,
        'Bearer without a space': `Bearer${token}`,
        'Bearer with a colon': `Bearer: ${token}`,
        Bearers: `Bearers ${token}`,
        'a word before': `X Bearer ${token}`,
        Digest: `Digest ${token}`,
        'only Bearer': 'Bearer',
        'Bearer and a space': 'Bearer ',
        'the word null': 'Bearer null',
        'the word undefined': 'Bearer undefined',
        empty: '',
      });
    },
  }),
  'authorization/no-extra-text': rejectsEach(generateCheck, {
    rule: 'Rejects a token with other text before or after it.',
    ...shown('5.3'),
    requests: (token) =>
      withValues({
        'a word after': `Bearer ${token} x`,
        'a comma after': `Bearer ${token},`,
        'a semicolon after': `Bearer ${token};`,
        quoted: `Bearer "${token}"`,
        'in angle brackets': `Bearer <${token}>`,
        'a parameter': `Bearer token=${token}`,
        'Bearer twice': `Bearer Bearer ${token}`,
        'the second of a list': `Bearer x, Bearer ${token}`,
        'the first of a list': `Bearer ${token}, Bearer x`,
      }),
  }),
  'authorization/one-space': rejectsEach(generateCheck, {
    rule: 'Rejects a token that is not separated from `Bearer` by exactly one space.',
    requests: (token) =>
      withValues({
        'two spaces': `Bearer  ${token}`,
        'a tab': `Bearer\t${token}`,
      }),
  }),
  'authorization/scheme-ignores-case': acceptsEach(generateCheck, {
    rule: 'Accepts the scheme `Bearer` in any letter case.',
    ...standard('RFC 9110 11.1'),
    requests: () =>
      variationsOf(
        ['bearer', 'BEARER', 'bEaReR'],
        (scheme) => (token) => withHeaders(`${scheme} ${token}`),
      ),
  }),
  'authorization/header-name-ignores-case': acceptsEach(generateCheck, {
    rule: 'Accepts the header name in any letter case, and white space around the value.',
    ...standard('RFC 9110 5.1'),
    requests: () =>
      variationsOf(
        [
          '["authorization","",""]',
          '["AUTHORIZATION","",""]',
          '["Authorization","  \\t",""]',
          '["Authorization",""," \\t "]',
        ],
        (text) => (token) => {
          const [name, before, after] = JSON.parse(text);
          return withHeaders([name, `${before}Bearer ${token}${after}`]);
        },
      ),
  }),
  'authorization/only-one-header': rejectsEach(generateCheck, {
    rule: 'Rejects two `Authorization` headers, even when one is valid.',
    requests: (token) => ({
      'right then wrong': withHeaders(`Bearer ${token}`, 'Bearer wrong'),
      'wrong then right': withHeaders('Bearer wrong', `Bearer ${token}`),
      'right twice': withHeaders(`Bearer ${token}`, `Bearer ${token}`),
      'another scheme first': withHeaders('Basic eDp5', `Bearer ${token}`),
    }),
  }),
  'authorization/unusual-tokens-are-401': generateCheck({
    rule: 'Returns 401 for a wrong token, whatever its bytes and length.',
    needs: [],
    run: async (context) => {
      const tokens: Readonly<Record<string, string>> = {
        long: 'a'.repeat(6_000),
        'not ASCII': 'é\u00ffü',
        'null character written out': '%00',
        quotes: `' OR '1'='1`,
        'prototype name': '__proto__',
        'another prototype name': 'constructor',
        path: '../../etc/passwd',
        object: '{"$ne":null}',
        wildcard: '*',
      };
      return judgeAll(Object.entries(tokens), async ([key, token]) => {
        const exchange = await context.target.send(generateRequest(token));
        const isJudged = hasResponse(exchange) && meaningOf(codeOf(exchange)) !== 'busy';
        return isJudged ? context.mustHaveCode(exchange, 401, undefined, key) : undefined;
      });
    },
  }),
  'authorization/login-ignores-the-header': loginCheck({
    rule: 'Ignores the `Authorization` header of a login.',
    cost: { logins: 1, failures: 0 },
    run: async (context) => {
      const { identity, password } = context.account();
      const headers = [['Authorization', 'Bearer none']] as const;
      return context.mustSucceed(
        await context.call(loginRequest({ identity, password }, { headers })),
      );
    },
  }),
});

function withHeaders(...values: readonly (string | Header)[]) {
  const headers = values.map(
    (one): Header => (typeof one === 'string' ? ['Authorization', one] : one),
  );
  return generateRequest(undefined, undefined, { headers });
}

const withValues = (values: Readonly<Record<string, string>>) => variations(values, withHeaders);
