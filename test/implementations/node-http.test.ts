import { withTsx } from './start-implementation.ts';
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
