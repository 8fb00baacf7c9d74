import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'Another service accepts a key that is not active': {
    'operator/keys/verification.ts': {
      'bounded-cache': {
        find: 'if (known.size >= maximumKeys) removeOldest(known);',
        replace: 'if (known.size >= maximumKeys * 100) removeOldest(known);',
      },
      'checked-each-second': {
        find: 'const defaultCacheMs = 1000;',
        replace: 'const defaultCacheMs = 60_000;',
      },
      'not-expired': {
        find: 'return (cached.key.expiresAt ?? Infinity) > now() ? cached.key : undefined;',
        replace: 'return (cached.key.expiresAt ?? Infinity) > 0 * now() ? cached.key : undefined;',
        test: 'operator/require-api-key.test.ts',
      },
      'own-revocations-at-once': {
        find: 'if (cached !== undefined && readAt - cached.readAt < cacheMs && cached.invalidations === invalidations)',
        replace: 'if (cached !== undefined && readAt - cached.readAt < cacheMs)',
      },
    },
    'operator/require-api-key/require-api-key.ts': {
      'unchecked-keys': {
        find: "throw new Problem('unavailable', { cause: error });",
        replace: "return { owner: { id: '', sub: '', description: '' }, expiresAt: undefined };",
        test: 'operator/require-api-key.test.ts',
      },
    },
  },
};
