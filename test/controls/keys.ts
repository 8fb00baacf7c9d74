import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'Another service accepts a key that is not active': {
    'bounded-cache': {
      file: 'operator/keys/verification.ts',
      find: 'if (known.size >= maximumKeys) removeOldest(known);',
      replace: 'if (known.size >= maximumKeys * 100) removeOldest(known);',
    },
    'checked-each-second': {
      file: 'operator/keys/verification.ts',
      find: 'const defaultCacheMs = 1000;',
      replace: 'const defaultCacheMs = 60_000;',
    },
    'not-expired': {
      test: 'operator/require-api-key.test.ts',
      file: 'operator/keys/verification.ts',
      find: 'return (cached.key.expiresAt ?? Infinity) > now() ? cached.key : undefined;',
      replace: 'return (cached.key.expiresAt ?? Infinity) > 0 * now() ? cached.key : undefined;',
    },
    'own-revocations-at-once': {
      file: 'operator/keys/verification.ts',
      find: 'if (cached !== undefined && readAt - cached.readAt < cacheMs && cached.invalidations === invalidations)',
      replace: 'if (cached !== undefined && readAt - cached.readAt < cacheMs)',
    },
    'unchecked-keys': {
      test: 'operator/require-api-key.test.ts',
      file: 'operator/require-api-key/require-api-key.ts',
      find: "throw new Problem('unavailable', { cause: error });",
      replace: "return { owner: { id: '', sub: '', description: '' }, expiresAt: undefined };",
    },
  },
};
