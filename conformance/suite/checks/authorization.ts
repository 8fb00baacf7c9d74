import { decided, shown, standard } from '../../engine/basis.ts';
import { hasResponse, isUnavailable } from '../../engine/check.ts';
import type { Header } from '../../engine/http/request.ts';
import { generateRequest, loginRequest } from './support/requests/operation-requests.ts';
import { codeOf } from './support/responses/service-response.ts';
import {
  judgeAll,
  judgeInTurn,
  mustBeRejected,
  mustHaveCode,
  mustSucceed,
} from './support/responses/verdicts.ts';
import {
  generateCheck,
  loginCheck,
  type ServiceCheck,
  type ServiceContext,
} from './support/service-context.ts';

/** Which `Authorization` headers the key operations accept. */
export const authorizationChecks: readonly ServiceCheck[] = [
  rejectsValues({
    id: 'authorization/only-bearer',
    rule: 'Rejects a token with a scheme other than Bearer, or with no scheme.',
    ...shown('5.3'),
    values: async ({ account }, token) => {
      const { identity, password } = account();
      const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
      return {
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
      };
    },
  }),
  rejectsValues({
    id: 'authorization/no-extra-text',
    rule: 'Rejects a token with other text before or after it.',
    ...shown('5.3'),
    values: async (_context, token) => ({
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
  rejectsValues({
    id: 'authorization/one-space',
    rule: 'Rejects a token that is not separated from `Bearer` by exactly one space.',
    ...decided('errors'),
    values: async (_context, token) => ({
      'two spaces': `Bearer  ${token}`,
      'a tab': `Bearer\t${token}`,
    }),
  }),
  generateCheck({
    id: 'authorization/scheme-ignores-case',
    rule: 'Accepts the scheme `Bearer` in any letter case.',
    ...standard('RFC 9110 11.1'),
    run: async (context) => {
      return judgeInTurn(['bearer', 'BEARER', 'bEaReR'], async (scheme) => {
        const exchange = await context.sessions.as('account', (token) =>
          generateWithAuthorization(`${scheme} ${token}`),
        );
        return mustSucceed(context, exchange, scheme);
      });
    },
  }),
  generateCheck({
    id: 'authorization/header-name-ignores-case',
    rule: 'Accepts the header name in any letter case, and white space around the value.',
    ...standard('RFC 9110 5.1'),
    run: async (context) => {
      return judgeInTurn(
        [
          ['authorization', '', ''],
          ['AUTHORIZATION', '', ''],
          ['Authorization', '  \t', ''],
          ['Authorization', '', ' \t '],
        ] as const,
        async ([name, before, after]) => {
          const exchange = await context.sessions.as('account', (token) =>
            generateRequest(undefined, undefined, { headers: [[name, `${before}Bearer ${token}${after}`]] }),
          );
          return mustSucceed(context, exchange, JSON.stringify([name, before, after]));
        },
      );
    },
  }),
  generateCheck({
    id: 'authorization/only-one-header',
    rule: 'Rejects a request with two `Authorization` headers, even when one of them is valid.',
    ...decided('errors'),
    run: async (context) => {
      const token = await context.sessions.live();
      const right: Header = ['Authorization', `Bearer ${token}`];
      const cases: Readonly<Record<string, readonly Header[]>> = {
        'right then wrong': [right, ['Authorization', 'Bearer wrong']],
        'wrong then right': [['Authorization', 'Bearer wrong'], right],
        'right twice': [right, right],
        'another scheme first': [['Authorization', 'Basic eDp5'], right],
      };
      return judgeAll(Object.entries(cases), async ([key, headers]) =>
        mustBeRejected(context, await context.call(generateRequest(undefined, undefined, { headers })), {
          key,
        }),
      );
    },
  }),
  generateCheck({
    id: 'authorization/unusual-tokens-are-401',
    rule: 'Returns 401 for a wrong token, whatever its bytes and its length.',
    ...decided('errors'),
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
        const isJudged = hasResponse(exchange) && !isUnavailable(codeOf(exchange));
        return isJudged ? mustHaveCode(context, exchange, 401, undefined, key) : undefined;
      });
    },
  }),
  loginCheck({
    id: 'authorization/login-ignores-the-header',
    rule: 'Ignores an invalid token in the `Authorization` header of a login.',
    ...decided('errors'),
    cost: { logins: 1, failures: 0 },
    run: async (context) => {
      const { identity, password } = context.account();
      const exchange = await context.call(
        loginRequest({ identity, password }, withAuthorization('Bearer none')),
      );
      return mustSucceed(context, exchange);
    },
  }),
];

function withAuthorization(value: string): { headers: readonly Header[] } {
  return { headers: [['Authorization', value]] };
}

function generateWithAuthorization(value: string) {
  return generateRequest(undefined, undefined, withAuthorization(value));
}

interface RejectedValues extends Pick<ServiceCheck, 'id' | 'rule' | 'basis' | 'source'> {
  values(context: ServiceContext, token: string): Promise<Readonly<Record<string, string>>>;
}

function rejectsValues({ values, ...rule }: RejectedValues): ServiceCheck {
  return generateCheck({
    ...rule,
    run: async (context) => {
      const token = await context.sessions.live();
      return judgeAll(Object.entries(await values(context, token)), async ([key, value]) =>
        mustBeRejected(context, await context.call(generateWithAuthorization(value)), key),
      );
    },
  });
}
