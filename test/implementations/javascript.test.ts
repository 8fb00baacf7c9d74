import { frameworks, withTsx } from './start-implementation.ts';
import { testImplementation } from './test-implementation.ts';

testImplementation({
  name: 'node-http',
  source: 'server.ts',
  start: withTsx,
  defects: {
    safety: {
      name: "revokes another user's key",
      check: 'revocation/another-user-is-rejected',
      find: 'key?.owner !== user',
      replace: 'key === undefined',
    },
    shown: {
      name: 'returns another message than "OK"',
      check: 'envelope/success-message-is-ok',
      with: ['login/returns-a-token'],
      find: "message: 'OK'",
      replace: "message: 'Success'",
    },
    standard: {
      name: 'sends a 405 without Allow',
      check: 'headers/allow-with-405',
      with: ['paths/wrong-method-is-405'],
      find: ', { Allow: method }',
      replace: '',
    },
    wire: {
      name: 'rejects a request target in absolute form',
      check: 'paths/absolute-form-is-accepted',
      find: '(?:https?:\\/\\/[^/]+)?',
      replace: '',
    },
    decided: {
      name: 'revokes a key without a time',
      check: 'revocation/result-is-complete',
      find: ', revoked_at: key.revokedAt',
      replace: '',
    },
  },
});

testImplementation({
  name: 'express',
  source: 'server.ts',
  start: withTsx,
  defects: {
    safety: {
      name: 'returns a server error for a one-time code in full-width digits',
      check: 'responses/no-server-error',
      with: ['mfa/rewritten-used-code-is-rejected'],
      find: "if (!/^\\d{6}$/.test(code)) throw new HttpError(401, 'Wrong one-time code');",
      replace: '',
    },
    shown: {
      name: 'returns a time that is not an integer',
      check: 'usage/latency-is-an-integer',
      with: ['login/returns-a-token'],
      find: 'Date.now() - response.locals.started',
      replace: 'Date.now() - response.locals.started + 0.5',
    },
    standard: {
      name: 'accepts only the scheme `Bearer` in this letter case',
      check: 'authorization/scheme-ignores-case',
      find: '/^Bearer ([^ ]+)$/i',
      replace: '/^Bearer ([^ ]+)$/',
    },
    wire: {
      name: 'rejects a request target in absolute form',
      check: 'paths/absolute-form-is-accepted',
      find: 'app.use((_request, response, next) => {',
      replace:
        "app.use((request, response, next) => {\n  if (!request.url.startsWith('/')) throw new HttpError(400, 'Bad target');",
    },
    decided: {
      name: 'sends X-Powered-By',
      check: 'headers/no-x-powered-by',
      with: ['login/returns-a-token'],
      find: "app.disable('x-powered-by');",
      replace: '',
    },
  },
});

testImplementation({
  name: 'fastify',
  source: 'server.ts',
  start: withTsx,
  requires: frameworks,
  defects: {
    safety: {
      name: 'accepts a one-time code twice',
      check: 'mfa/used-code-is-rejected',
      find: 'step === undefined || user.usedSteps.has(step)',
      replace: 'step === undefined',
    },
    shown: {
      name: 'revokes a key without `data` in the response',
      check: 'revocation/success-has-data',
      with: ['revocation/revokes-a-key'],
      find: 'data: payload,',
      replace: "data: request.method === 'DELETE' ? undefined : payload,",
    },
    standard: {
      name: 'sends a 401 without a challenge',
      check: 'tokens/401-has-a-challenge',
      find: "if (code === 401) reply.header('WWW-Authenticate', 'Bearer realm=\"account\"');",
      replace: '',
    },
    wire: {
      name: 'sends no challenge with the 401 of a login',
      check: 'headers/challenge-with-401',
      with: ['login/wrong-password-is-rejected'],
      find: 'if (code === 401)',
      replace: "if (code === 401 && !request.url.startsWith('/v1/auth'))",
    },
    decided: {
      name: 'returns a UUID as trace id',
      check: 'trace/id-format',
      with: ['login/returns-a-token'],
      find: "randomBytes(16).toString('hex')",
      replace: 'randomUUID()',
    },
  },
});

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
