import { frameworks, withTsx } from './start-implementation.ts';
import { testImplementation } from './test-implementation.ts';

testImplementation({
  name: 'hono',
  source: 'server.ts',
  start: withTsx,
  requires: frameworks,
  defects: {
    safety: {
      name: 'accepts a token that is not signed',
      check: 'tokens/unsigned-jwt-is-rejected',
      find: "await verify(token, signingKey, 'HS256').catch(() => undefined)",
      replace: "JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}')",
    },
    shown: {
      name: 'returns `mfa_enabled` as text',
      check: 'login/mfa-enabled-is-a-boolean',
      with: ['login/returns-a-token'],
      find: 'mfa_enabled: user.totp_secret !== undefined,',
      replace: 'mfa_enabled: String(user.totp_secret !== undefined),',
    },
    standard: {
      name: 'states a charset other than UTF-8',
      check: 'envelope/no-other-charset',
      with: ['login/returns-a-token'],
      find: "context.header('Cache-Control', 'no-store');",
      replace: "context.header('Content-Type', 'application/json; charset=iso-8859-1');",
    },
    wire: {
      name: 'returns 401 without a challenge for a rejected login',
      check: 'headers/challenge-with-401',
      with: ['login/wrong-password-is-rejected'],
      find: "return fail(context, 403, 'Wrong identity or password');",
      replace: "return fail(context, 401, 'Wrong identity or password');",
    },
    decided: {
      name: 'has no limit for the size of a body',
      check: 'limits/body-size',
      find: 'maxSize: 16_384,',
      replace: 'maxSize: 1_000_000,',
    },
  },
});
