import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'Slow clients occupy every connection': {
    'server/http/node-server.ts': {
      'connections-in-total': 'server.maxConnections = connections;',
      'connections-per-network': {
        find: 'count >= connectionsPerNetwork',
        replace: 'count >= connections',
      },
      'connections-without-address': {
        find: 'typeof server.address()',
        test: 'server/http/framing',
      },
      'handshake-timeout': {
        find: 'handshakeTimeout: limits.headersTimeoutMs,',
        test: 'server/tls',
      },
      'header-timeout': { find: 'headersTimeout: Math', test: 'server/http/sizes' },
      'request-timeout': { find: 'requestTimeout: limits', test: 'server/http/sizes' },
      'idle-make-room': 'closeIdle(server);',
    },
    'server/http/connections.ts': {
      'idle-between-requests': { find: 'inHeader || hasUnread', replace: 'hasUnread' },
      'line-ends-are-idle': { find: ' && !isBetween', replace: '' },
      'idle-in-turn': { find: ' || hasUnread(socket)', replace: '', test: 'server/http/framing' },
    },
    'server/http/raw-bytes.ts': {
      'idle-in-turn-tls': { find: 'hasUnread(raw)', replace: 'false', test: 'server/http/framing' },
    },
  },
  'Bodies that are too large, too deep or never end': {
    'server/http/body.ts': {
      'body-limit': [
        "if (bytes.length > limit) throw new Problem('body_too_large');",
        { find: 'if (total > limit) reject', replace: 'if (false) reject' },
        { find: 'if (total <= limit) chunks', replace: 'chunks' },
      ],
      'chunk-limit': { find: 'count > mostChunks', replace: 'false', test: 'server/http/sizes' },
      'no-content-coding': {
        find: "toLowerCase() !== 'identity'",
        test: 'conformance/service/demo',
      },
    },
  },
  'Requests that are all different fill the memory': {
    'server/http/express.ts': {
      'media-types-forgotten': { find: "request.headers['content-type'] = type;", replace: '' },
    },
  },
  'A client sends many requests without reading responses': {
    'server/http/connections.ts': {
      'one-at-a-time': { find: 'return endOfHeader + 4;', replace: 'return bytes.length;' },
      'one-in-a-turn': { find: 'connection.turn === turns.number()', replace: 'false' },
      'none-behind-many-fields': { find: 'connection.current !== undefined || !s', replace: '!s' },
      'progress-of-responses': {
        find: 'connection.current !== undefined && hasStalled',
        replace: 'false',
      },
      'waiting-in-total': { find: 'waiting.size > mostWaiting', replace: 'false' },
      'waiting-by-network': { find: 'sizeOf(socket) === most', replace: 'true' },
      'body-as-it-is-read': { find: 'latest.readableLength > 0', replace: 'false' },
      'discarded-chunks': { find: ' > mostDiscarded', replace: ' < 0', test: 'server/http/sizes' },
      'discarded-in-turn': 'if (!socket.writable) turns.discard(socket);',
      'split-blank-line': { find: '[0].length ?? 0', replace: '[9]?.length ?? 0' },
      'send-timeout': 'else socket.destroy();',
    },
    'server/http/running.ts': {
      'requests-at-once': {
        find: 'count >= mostRunning',
        replace: 'false',
        test: 'server/http/throttle',
      },
      'requests-that-end': { find: '?? 0) - 1;', replace: '?? 0);', test: 'server/http/throttle' },
    },
    'server/security/throttle/throttle.ts': {
      'counts-in-turn': {
        find: 'last.get(name)?.then(work) ?? ',
        replace: '',
        test: 'server/http/throttle',
      },
      'full-windows': { find: 'known > time', replace: 'known < 0', test: 'server/http/throttle' },
    },
    'server/http/turns.ts': {
      'short-turns': { find: 'return now >= end;', replace: 'return false;' },
      'clients-that-connect-first': { find: '!(hasAccepted || hadAccepted)', replace: 'true' },
      'clients-in-slow-turns': { find: '? longestAcceptMs :', replace: '? acceptMs :' },
      'but-not-for-ever': { find: ' || now - workedAt > most', replace: '' },
      'at-least-one-in-a-turn': { find: 'socket !== resumed', replace: 'true' },
      'served-before-the-next': { find: '() => queueMicrotask(doNext)', replace: 'doNext' },
      'reads-in-a-turn': { find: 'reads >= mostReads', replace: 'false' },
      'waiting-bytes': { find: 'waitingBytes < mostWaitingBytes', replace: 'true' },
      'bytes-that-wait-no-more': 'waitingBytes -=',
    },
    'server/http/raw-bytes.ts': {
      'address-with-tls': { find: '{ value: reading?.remoteAddress }', replace: '{}' },
      'empty-writes': 'skipEmptyWrites(socket);',
      'records-in-turn': 'if (turns.mustWait(socket)) turns.wait(socket, rest);',
      'records-in-parts': { find: 'const partBytes = 1024;', replace: 'const partBytes = 65_536;' },
      'unread-records': 'if (isFull) socket.pause();',
      'half-open-early': {
        find: 'const bytes =',
        replace: 'socket.allowHalfOpen = true; const bytes =',
      },
      'half-open-with-tls': 'reading.allowHalfOpen = true;',
    },
    'server/http/fair-queue.ts': {
      'networks-in-turn': 'queues.delete(network);',
      'stuck-look-ups': {
        find: ' = setTimeout(begin, 1000)',
        replace: '',
        test: 'server/http/throttle',
      },
    },
    'server/app.ts': {
      'look-ups-at-once': {
        find: 'AtOnce = 8',
        replace: 'AtOnce = 99',
        test: 'server/http/throttle',
      },
    },
    'server/http/docs.ts': {
      'unread-headers': { find: ".once('prefinish', end)", replace: '' },
      'files-at-once': { find: 'AtOnce = 2', replace: 'AtOnce = 9', test: 'server/http/docs' },
      'parts-at-once': {
        find: 'readWhenFree(file, request.socket);',
        replace: '',
        test: 'server/http/docs',
      },
      'unread-files': 'close(descriptor, () => {});',
    },
    'server/http/guard.ts': {
      'header-fields': { find: '2 * mostHeaderFields', replace: '1e6', test: 'server/http/sizes' },
    },
  },
  'Many logins occupy every core': {
    'server/operations/login.ts': {
      'unverified-not-counted': {
        find: '? attempt?.failed() :',
        replace: '|| error ? attempt?.failed() :',
      },
    },
    'server/compose-service.ts': {
      'unverified-not-counted': { find: 'throw busy();', replace: 'void 0;' },
    },
    'server/security/passwords/bounded-passwords.ts': {
      'verifications-at-once': { find: 'if (running < atOnce) {', replace: 'if (running >= 0) {' },
    },
  },
  'Strangers fill the queue of logins': {
    'server/security/passwords/bounded-passwords.ts': {
      'share-of-each-network': {
        find: '1 ? place : undefined',
        replace: '1 && !place ? place : undefined',
      },
      'share-of-known-networks':
        'if (same.length < shareOf(isKnown)) return lastOfLargest(others).place;',
    },
  },
  'Strangers fill the database with failed logins': {
    'server/store/rate-limits.ts': {
      'bounded-counts': {
        find: 'await removeSurplus(on, surplus);',
        test: 'server/store/rate-limits',
      },
    },
    'server/security/throttle/failure-limit.ts': {
      'empty-counts-removed': 'if (count <= 0) return undefined;',
    },
  },
  'A user generates keys or tokens until the disk is full': {
    'server/store/keys/api-key-rows.ts': {
      'keys-per-account': { find: 'and unrevoked_keys - (', replace: 'and 0 * (' },
    },
    'server/security/throttle/throttle.ts': {
      'requests-per-user': { find: '(accountId)', replace: "('')", test: 'server/http/throttle' },
    },
    'server/store/tokens/access-tokens.ts': {
      'tokens-per-account': {
        find: 'await removeOthers(on, { accountId: token.accountId, now: token.createdAt, kept: limit - 1 });',
        replace:
          'await removeOthers(on, { accountId: token.accountId, now: token.createdAt, kept: 100 * limit });',
        test: 'server/operations/access-tokens',
      },
    },
  },
};
