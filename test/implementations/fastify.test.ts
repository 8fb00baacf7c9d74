import { withTsx } from './start-implementation.ts';
import { testImplementation } from './test-implementation.ts';

testImplementation({
  name: 'fastify',
  source: 'server.ts',
  start: withTsx,
  defects: {
    safety: {
      name: 'compares no password of an account that is not disabled',
      check: 'login/wrong-password-is-rejected',
      find: 'user.disabled || !timingSafeEqual(hash, user.passwordHash)',
      replace: 'user.disabled',
    },
    shown: {
      name: 'sends the result without the envelope',
      check: 'keys/success-has-data',
      with: ['keys/returns-a-key'],
      find: '    data: payload,',
      replace: '    ...(payload instanceof Object && payload),',
    },
    standard: {
      name: 'sends a 401 without a challenge',
      check: 'tokens/401-has-a-challenge',
      find: "if (code === 401) reply.header('WWW-Authenticate', 'Bearer realm=\"account\"');",
      replace: '',
    },
    wire: {
      name: 'has two challenges for different schemes in the response to a login',
      check: 'headers/challenge-with-401',
      find: 'if (code === 401)',
      replace: "if (code === 401 && !request.url.startsWith('/v1/auth'))",
    },
    decided: {
      name: 'returns the same trace id in every response',
      check: 'trace/id-format',
      with: ['login/returns-a-token'],
      find: "randomBytes(16).toString('hex')",
      replace: 'randomUUID()',
    },
  },
});
