import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'Slow clients occupy every connection': {
    'connections-in-total': {
      test: 'server/hostile.test.ts',
      file: 'server/http/node-server.ts',
      find: 'server.maxConnections = connections;',
    },
    'connections-per-network': {
      test: 'server/hostile.test.ts',
      file: 'server/http/node-server.ts',
      find: 'if (count >= connectionsPerNetwork) {',
      replace: 'if (count >= connections) {',
    },
    'handshake-timeout': {
      test: 'server/tls.test.ts',
      file: 'server/http/node-server.ts',
      find: 'handshakeTimeout: limits.headersTimeoutMs,',
    },
    'header-timeout': {
      test: 'server/http/sizes.test.ts',
      file: 'server/http/node-server.ts',
      find: 'headersTimeout: limits.headersTimeoutMs,',
    },
    'request-timeout': {
      test: 'server/http/sizes.test.ts',
      file: 'server/http/node-server.ts',
      find: 'requestTimeout: limits.requestTimeoutMs,',
    },
  },
  'Bodies that are too large, too deep or never end': {
    'body-limit': {
      edits: [
        {
          file: 'server/http/body.ts',
          find: "if (bytes.length > limit) throw new Problem('body_too_large');",
        },
        {
          file: 'server/http/body.ts',
          find: `if (total > limit) reject(new Problem('body_too_large'));
      else resolve(joinBytes(chunks));`,
          replace: 'resolve(joinBytes(chunks));',
        },
        {
          file: 'server/http/body.ts',
          find: 'if (total <= limit) chunks.push(chunk);',
          replace: 'chunks.push(chunk);',
        },
      ],
    },
    'no-content-coding': {
      test: 'conformance/service/demo.test.ts',
      file: 'server/http/body.ts',
      find: "if ((coding ?? 'identity').trim().toLowerCase() !== 'identity') return true;",
    },
  },
  'A client sends many requests without reading responses': {
    pipelining: {
      file: 'server/http/connections.ts',
      find: 'if (connection.waiting.length > limits.pipelinedRequests) socket.destroy();',
    },
    'one-at-a-time': {
      test: 'server/http/framing.test.ts',
      file: 'server/http/connections.ts',
      find: 'if (connection.current !== undefined) connection.waiting.push(turn);',
      replace: 'if (connection.waiting.length > 200) connection.waiting.push(turn);',
    },
    'send-timeout': {
      test: 'server/http/framing.test.ts',
      file: 'server/http/connections.ts',
      find: 'else socket.destroy();',
    },
  },
  'Many logins occupy every core': {
    'unverified-not-counted': {
      edits: [
        {
          file: 'server/operations/login.ts',
          find: 'await (isFailedAttempt(error) ? attempt?.failed() : attempt?.withdraw());',
          replace: 'await (isFailedAttempt(error) || error ? attempt?.failed() : attempt?.withdraw());',
        },
        {
          file: 'server/compose-service.ts',
          find: 'if (!passwords.hasPlaceFor(origin)) throw busy();',
          replace: 'passwords.hasPlaceFor(origin);',
        },
      ],
    },
    'verifications-at-once': {
      file: 'server/security/passwords/bounded-passwords.ts',
      find: 'if (running < atOnce) {',
      replace: 'if (running >= 0) {',
    },
  },
  'Strangers fill the queue of logins': {
    'share-of-each-network': {
      file: 'server/security/passwords/bounded-passwords.ts',
      find: 'return count > own + 1 ? place : undefined;',
      replace: 'return count > own + 1 && !place ? place : undefined;',
    },
    'share-of-known-networks': {
      file: 'server/security/passwords/bounded-passwords.ts',
      find: 'if (same.length < shareOf(isKnown)) return lastOfLargest(others).place;',
    },
  },
  'Strangers fill the database with failed logins': {
    'bounded-counts': {
      test: 'server/store/rate-limits.test.ts',
      file: 'server/store/rate-limits.ts',
      find: 'if (inserted % between === 0) await removeSurplus(on, { rows, most: 2 * between });',
    },
    'empty-counts-removed': {
      file: 'server/security/throttle/failure-limit.ts',
      find: 'if (count <= 0) return undefined;',
    },
  },
  'A user generates keys or tokens until the disk is full': {
    'keys-per-account': {
      file: 'server/store/keys/api-key-rows.ts',
      find: 'and unrevoked_keys - (',
      replace: 'and 0 * (',
    },
    'requests-per-user': {
      test: 'server/http/throttle.test.ts',
      file: 'server/security/throttle/throttle.ts',
      find: 'rateLimitKeys.account(accountId)',
      replace: "rateLimitKeys.account('')",
    },
    'tokens-per-account': {
      test: 'server/operations/access-tokens.test.ts',
      file: 'server/store/tokens/access-tokens.ts',
      find: 'await removeOthers(on, { accountId: token.accountId, now: token.createdAt, kept: limit - 1 });',
      replace:
        'await removeOthers(on, { accountId: token.accountId, now: token.createdAt, kept: 100 * limit });',
    },
  },
};
