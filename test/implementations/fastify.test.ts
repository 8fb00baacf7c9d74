import { frameworks, withTsx } from './start-implementation.ts';
import { testImplementation } from './test-implementation.ts';

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
