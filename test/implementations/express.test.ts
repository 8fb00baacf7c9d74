import { withTsx } from './start-implementation.ts';
import { testImplementation } from './test-implementation.ts';

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
