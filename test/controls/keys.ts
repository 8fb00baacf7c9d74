import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'Another service accepts a key that is not active': {
    'operator/keys/verification.ts': {
      'bounded-cache': {
        find: 'known.size >= maximumKeys',
        replace: 'known.size >= maximumKeys * 100',
      },
      'checked-each-second': {
        find: 'defaultCacheMs = 1000;',
        replace: 'defaultCacheMs = 60_000;',
      },
      'not-expired': { find: 'now() ?', replace: '0 * now() ?', test: 'operator/require-api-key' },
      'own-revocations-at-once': {
        find: ' && cached.invalidations === invalidations',
        replace: '',
      },
    },
    'operator/require-api-key/require-api-key.ts': {
      'unchecked-keys': {
        find: "throw new Problem('unavailable', { cause: error });",
        replace: "return { owner: { id: '', sub: '', description: '' }, expiresAt: undefined };",
        test: 'operator/require-api-key',
      },
    },
  },
};
