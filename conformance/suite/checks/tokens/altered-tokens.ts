import { createHmac } from 'node:crypto';
import { decided, safety, shown } from '../../../engine/index.ts';
import { onTwoLogins } from '../login/login-result.ts';
import {
  isHexadecimal,
  swapCase,
  withOtherCharacters,
} from '../support/requests/operation-requests.ts';
import { dataOf, jsonObjectIn, stringField } from '../support/responses/service-response.ts';
import { generateCheck, serviceChecks, type UnnamedCheck } from '../support/service-context.ts';
import { mustRejectTokens } from './token-use.ts';

interface TokenCheck extends Omit<UnnamedCheck, 'run'> {
  tries(token: string): Readonly<Record<string, string>>;
  readonly words?: Readonly<Record<string, string>>;
}

function rejectsTokens({ tries, words, ...rule }: TokenCheck): UnnamedCheck {
  return generateCheck({
    ...rule,
    run: async (context) => {
      const token = await context.sessions.token();
      const altered = Object.entries(tries(token)).filter(
        ([, other]) => other !== token && other !== '',
      );
      return mustRejectTokens(context, Object.fromEntries(altered), words);
    },
  });
}

// Not the last character: a base64 decoder may ignore some of its bits. Nor only the case of a letter: a server may ignore it.
function changedAt(token: string, at: number): string {
  const place = Math.max(0, Math.min(token.length - 3, at));
  return (
    token.slice(0, place) +
    (token[place]?.toUpperCase() === 'A' ? 'B' : 'A') +
    token.slice(place + 1)
  );
}

export const alteredTokenChecks = serviceChecks(shown('5.3'), {
  'tokens/unknown-token-is-rejected': rejectsTokens({
    rule: 'Rejects a token that the service never issued.',
    tries: (token) => ({
      'a token of the same format': withOtherCharacters(token),
      reversed: [...token].reverse().join(''),
    }),
    words: {
      null: 'null',
      undefined: 'undefined',
      true: 'true',
      '*': '*',
      "' OR '1'='1": "'OR'1'='1",
      'a prototype name': '__proto__',
    },
  }),
  'tokens/altered-token-is-rejected': rejectsTokens({
    rule: 'Rejects a token with one character changed.',
    tries: (token) => ({
      'its fifth character': changedAt(token, 4),
      'a character in the middle': changedAt(token, Math.floor(token.length / 2)),
      'a character near its end': changedAt(token, token.length - 4),
    }),
  }),
  'tokens/partial-token-is-rejected': rejectsTokens({
    rule: 'Rejects a part of a token.',
    tries: (token) => ({
      'without its last character': token.slice(0, -1),
      'without its last eight': token.slice(0, -8),
      'its first half': token.slice(0, Math.ceil(token.length / 2)),
      'its first eight': token.slice(0, 8),
      'its first character': token.slice(0, 1),
      'its second half': token.slice(Math.floor(token.length / 2)),
      'without its first character': token.slice(1),
    }),
  }),
  'tokens/extended-token-is-rejected': rejectsTokens({
    rule: 'Rejects a token with extra characters before or after it.',
    tries: (token) => ({
      'four letters after it': `${token}AAAA`,
      'four letters before it': `AAAA${token}`,
      'twice the token': token + token,
    }),
  }),
  'tokens/token-is-case-sensitive': rejectsTokens({
    rule: 'Rejects a token in a different letter case.',
    // The source does not say how tokens are compared.
    ...decided('access-token'),
    tries: (token) =>
      isHexadecimal(token)
        ? {}
        : {
            'swapped case': swapCase(token),
            'lower case': token.toLowerCase(),
            'upper case': token.toUpperCase(),
          },
  }),
  'tokens/unsigned-jwt-is-rejected': generateCheck({
    rule: 'Rejects a JSON Web Token that is unsigned, or signed with an empty or common secret.',
    ...safety('RFC 8725 3.2'),
    ...onTwoLogins(async ({ first }, context) => {
      const { identity } = context.account();
      const id = stringField(dataOf(first), 'me_id') ?? identity;
      const token = await context.sessions.token();
      const now = Math.floor(context.clock.now() / 1000);
      const made = {
        sub: id,
        me_id: id,
        user_id: id,
        id,
        identity,
        email: identity,
        iat: now,
        exp: now + 600,
      };
      const claims = { ...made, ...claimsOf(token) };
      return mustRejectTokens(context, {
        'alg none': `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`,
        'alg None': `${part({ alg: 'None', typ: 'JWT' })}.${part(claims)}.`,
        'alg none with the signature of another token': `${part({ alg: 'none' })}.${part(claims)}.${token.split('.')[2] || 'AAAA'}`,
        'an empty secret': signed(claims, ''),
        'the secret "secret"': signed(claims, 'secret'),
        'no signature': `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.`,
      });
    }),
  }),
});

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signed(claims: unknown, secret: string): string {
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** The claims of a JSON Web Token, or none. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return {};
  // It may have three parts and not be a JSON Web Token.
  return jsonObjectIn(Buffer.from(payload, 'base64url')) ?? {};
}
