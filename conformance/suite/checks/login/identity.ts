import { decided, memoize, mismatch, safety, shown, skipCheck } from '../../../engine/index.ts';
import { loginRequest } from '../support/requests/operation-requests.ts';
import { describeResponse, isServerError } from '../support/responses/service-response.ts';
import { failuresOf, judgeInTurn } from '../support/responses/verdicts.ts';
import {
  loginCheck,
  type ServiceContext,
  serviceChecks,
  type UnnamedCheck,
} from '../support/service-context.ts';
import { noTexts } from '../support/variations.ts';

function withFirst(identity: string, change: (letter: string) => string): string {
  return identity.replace(/[A-Za-z0-9]/, change);
}

export const identityChecks = serviceChecks(decided('identity'), {
  'login/unknown-identity-is-rejected': rejectsIdentities({
    rule: 'Rejects an unknown identity, even with the password of an account.',
    ...shown('1.1'),
    cost: { logins: 0, failures: 1 },
    tries: (_identity, context) => ({ 'an unknown identity': unknownIdentity(context) }),
  }),
  'login/identity-must-be-a-string': rejectsIdentities({
    rule: 'Rejects true, 0, null, a list and an object in place of an identity.',
    ...safety('4.1-identity'),
    cost: { logins: 0, failures: 6 },
    tries: () => noTexts,
  }),
  'login/identity-is-required': rejectsIdentities({
    rule: 'Rejects a login without an identity.',
    ...shown('4.1-identity'),
    cost: { logins: 0, failures: 1 },
    tries: () => ({ nothing: undefined }),
  }),
  'login/prototype-names-are-rejected': loginCheck({
    rule: 'Rejects identities such as `__proto__` and `constructor`, without a server error.',
    ...shown('1.1'),
    cost: { logins: 0, failures: 12 },
    run: async (context) => {
      const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
      const attempts = names.flatMap((identity) =>
        [undefined, 'undefined', ''].map((password) => ({ identity, password })),
      );
      return judgeInTurn(attempts, async (attempt) => {
        const exchange = await context.call(loginRequest(attempt));
        const { success } = context.outcomeOf(exchange);
        const key = attempt.identity;
        if (success) return context.mustBeRejected(exchange, key);
        if (!isServerError(exchange)) return undefined;
        const expected = 'a rejection without a server error';
        return mismatch(expected, describeResponse(exchange), [exchange], {
          key,
          ...decided('errors'),
        });
      });
    },
  }),
  'login/identity-ignores-case': loginCheck({
    rule: 'Accepts the identity in a different letter case.',
    cost: { logins: 1, failures: 0 },
    run: async (context) => {
      const { identity, password } = context.account();
      const upper = identity.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
      const other = upper === identity ? identity.toLowerCase() : upper;
      if (other === identity) return skipCheck('the identity in the profile has no letters');
      return context.mustSucceed(await context.call(loginRequest({ identity: other, password })));
    },
  }),
  'login/similar-identity-is-rejected': rejectsIdentities({
    rule: 'Rejects an identity that differs only in full-width or invisible characters, or in outer spaces.',
    cost: { logins: 0, failures: 5 },
    tries: (identity) => ({
      'a full-width letter': withFirst(identity, (letter) =>
        String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
      ),
      'a zero-width space inside': withFirst(identity, (letter) => `${letter}\u200B`),
      'a soft hyphen inside': withFirst(identity, (letter) => `${letter}\u00AD`),
      'a space after it': `${identity} `,
      'a space before it': ` ${identity}`,
    }),
  }),
  'login/identity-is-not-a-pattern': rejectsIdentities({
    rule: 'Rejects wildcards and SQL fragments that would match an identity.',
    ...shown('1.1'),
    cost: { logins: 0, failures: 6 },
    tries: (identity) => ({
      '% in place of the part before the @': identity.replace(/^[^@]+/, '%'),
      '_ in place of the first character': withFirst(identity, () => '_'),
      '* in place of the part before the @': identity.replace(/^[^@]+/, '*'),
      '? in place of the first character': withFirst(identity, () => '?'),
      '.* in place of the part before the @': identity.replace(/^[^@]+/, '.*'),
      'an SQL fragment after it': `${identity}'--`,
    }),
  }),
  'login/identity-format': loginCheck({
    rule: 'Rejects an identity without exactly one inner `@`, with spaces or control characters, or outside 3 to 254 code points.',
    cost: { logins: 0, failures: 9 },
    run: async (context) => {
      const { password } = context.account();
      const found = await judgeInTurn(Object.entries(malformed), async ([key, identity]) => {
        const exchange = await context.call(loginRequest({ identity, password }));
        const isInvalid = [400, 422].includes(context.outcomeOf(exchange).code);
        return isInvalid
          ? undefined
          : mismatch('code 400', describeResponse(exchange), [exchange], key);
      });
      const longest = await context.call(
        loginRequest({ identity: `${'a'.repeat(252)}@b`, password }),
      );
      if (context.outcomeOf(longest).code === 401) return found;
      const expected = 'code 401 for an unknown identity of 254 characters';
      return [...found, mismatch(expected, describeResponse(longest), [longest], 'longest')];
    },
  }),
});

interface IdentityCheck extends Omit<UnnamedCheck, 'run'> {
  tries(identity: string, context: ServiceContext): Readonly<Record<string, unknown>>;
}

/** Tries each of these in place of the identity, with the right password. The server must reject them all. */
function rejectsIdentities({ tries, ...rule }: IdentityCheck): UnnamedCheck {
  return loginCheck({
    ...rule,
    run: async (context) => {
      const { identity: own, password } = context.account();
      const all = Object.entries(tries(own, context));
      return failuresOf(context, all, async ([key, identity]) => {
        const exchange = await context.call(loginRequest({ identity, password }));
        return context.mustBeRejected(exchange, { key, note: `instead of the identity: ${key}` });
      });
    },
  });
}

const malformed = {
  'no @': 'nobody.example.test',
  '@ first': '@example.test',
  '@ last': 'nobody@',
  'two @': 'no@body@example.test',
  'a space inside': 'no body@example.test',
  'a control character': 'no\u0007body@example.test',
  'a bidirectional override': 'no\u202Ebody@example.test',
  'too long': `${'a'.repeat(253)}@b`,
};

// Servers limit failed logins with one identity, and remember those of an earlier run.
const runPartOf = memoize((context: ServiceContext) => ({ value: context.clock.now() % 36 ** 5 }));

/** An identity that no account has, of about the same length and format as the account's. */
export function unknownIdentity(context: ServiceContext, salt = 0): string {
  const { identity } = context.account();
  const host = identity.includes('@') ? identity.slice(identity.indexOf('@')) : '@example.test';
  const local = `nobody-${(runPartOf(context).value + salt).toString(36)}${'zqxjkvwy'.repeat(8)}`;
  return local.slice(0, Math.max(12, identity.length - host.length)) + host;
}
