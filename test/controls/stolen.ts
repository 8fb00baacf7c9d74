import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'A one-time code is used twice': {
    'server/store/accounts/logins.ts': {
      'codes-consumed': { find: 'set totp_last_step = ', replace: 'set totp_last_step = 0 * ' },
      'codes-consumed-in-transaction': { find: '(totp_last_step is null or', replace: '(true or' },
    },
  },
  'A used code works again after a crash or a clock change': {
    'server/store/accounts/logins.ts': {
      'recovery-codes-consumed': {
        find: '.set({ used_at: now })',
        replace: '.set({ used_at: null })',
      },
      'steps-only-increase': {
        find: 'last_step <',
        replace: 'last_step <>',
        test: 'server/hostile',
      },
    },
  },
  'A stolen token works forever': {
    'server/store/accounts/change-account.ts': {
      'tokens-end-with-changes': {
        find: 'await endTokens',
        test: 'server/operations/access-tokens',
      },
    },
    'server/store/tokens/access-tokens.ts': {
      'tokens-expire': { find: 'and expires_at > ${now}', replace: 'and ${now} > 0' },
    },
  },
  'A token ends while the body of its request arrives': {
    'server/store/keys/api-key-rows.ts': {
      'tokens-checked-again': {
        find: 'revision = ${key.revision} and',
        replace: '${key.revision} > 0 and',
      },
    },
    'server/store/keys/api-keys.ts': {
      'tokens-of-revocations-checked-again': {
        find: '(revision !== undefined',
        replace: '(revision === -1',
      },
    },
  },
  'A token thief learns or plants an `Idempotency-Key`': {
    'server/store/keys/api-keys.ts': {
      'repetitions-recorded':
        'await recordEvent(transaction, key.accountId, event, key.createdAt, source);',
    },
    'server/store/accounts/change-account.ts': {
      'key-material-ends-with-changes': 'await forgetKeyMaterial(transaction, id);',
    },
  },
  'A leaked API key generates other keys': {
    'server/compose-service.ts': {
      'keys-are-no-tokens': {
        find: ': undefined,',
        replace:
          ": (await store.apiKeys.findActive(hashCredential(token), now())) && { accountId: 'usr_', revision: 1 },",
      },
    },
  },
  'A revoked key still works': {
    'server/store/keys/api-key-rows.ts': {
      'first-revocation-counts': { find: ' and revoked_at is null`', replace: '`' },
    },
    'server/store/keys/api-keys.ts': {
      'revocations-are-final': {
        find: 'null) return',
        replace: 'null && key.revoked_at <= now) return',
      },
    },
  },
  'Tokens in URLs appear in logs and histories': {
    'server/http/run-operation.ts': {
      'no-tokens-in-urls': {
        find: 'context.caller = await findCaller(readBearer(context.request.headers.authorization), context);',
        replace:
          "context.caller = await findCaller(readBearer(context.request.headers.authorization ?? context.target.replace(/^.*access_token=/, 'Bearer ')), context);",
      },
    },
  },
  'Responses with secrets stay in caches': {
    'server/http/respond.ts': {
      'no-store': { find: 'commonHeaders,', replace: '(status === 200 && commonHeaders),' },
    },
  },
};
