import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'A one-time code is used twice': {
    'codes-consumed': {
      file: 'server/store/accounts/logins.ts',
      find: 'update accounts set totp_last_step = ',
      replace: 'update accounts set totp_last_step = 0 * ',
    },
    'codes-consumed-in-transaction': {
      file: 'server/store/accounts/logins.ts',
      find: '(totp_last_step is null or',
      replace: '(true or',
    },
  },
  'A used code works again after a crash or a clock change': {
    'recovery-codes-consumed': {
      file: 'server/store/accounts/logins.ts',
      find: '.set({ used_at: now })',
      replace: '.set({ used_at: null })',
    },
    'steps-only-increase': {
      test: 'server/hostile.test.ts',
      file: 'server/store/accounts/logins.ts',
      find: 'or totp_last_step <',
      replace: 'or totp_last_step <>',
    },
  },
  'A stolen token works forever': {
    'tokens-end-with-changes': {
      test: 'server/operations/access-tokens.test.ts',
      file: 'server/store/accounts/change-account.ts',
      find: 'await endTokens(transaction, id);',
    },
    'tokens-expire': {
      file: 'server/store/tokens/access-tokens.ts',
      find: 'and expires_at > ${now}',
      replace: 'and ${now} > 0',
    },
  },
  'A token ends while the body of its request arrives': {
    'tokens-checked-again': {
      file: 'server/store/keys/api-key-rows.ts',
      find: 'revision = ${key.revision} and ',
      replace: '${key.revision} > 0 and ',
    },
  },
  'A token thief learns or plants an `Idempotency-Key`': {
    'repetitions-recorded': {
      file: 'server/store/keys/api-keys.ts',
      find: "if (typeof earlier === 'object') await recordRepetition(transaction, key, earlier.id);",
    },
    'key-material-ends-with-changes': {
      file: 'server/store/accounts/change-account.ts',
      find: 'await forgetKeyMaterial(transaction, id);',
    },
  },
  'A leaked API key generates other keys': {
    'keys-are-no-tokens': {
      file: 'server/compose-service.ts',
      find: ': undefined,',
      replace:
        ": (await store.apiKeys.findActive(hashCredential(token), now())) && { accountId: 'usr_', revision: 1 },",
    },
  },
  'A revoked key still works': {
    'first-revocation-counts': {
      test: 'server/hostile.test.ts',
      file: 'server/store/keys/api-key-rows.ts',
      find: 'account_id = owner.id and revoked_at is null`',
      replace: 'account_id = owner.id`',
    },
    'revocations-are-final': {
      test: 'server/hostile.test.ts',
      file: 'server/store/keys/api-keys.ts',
      find: "if (key.revoked_at !== null) return expiresAt < key.revoked_at ? 'expired' : 'revoked';",
      replace:
        "if (key.revoked_at !== null && key.revoked_at <= now) return expiresAt < key.revoked_at ? 'expired' : 'revoked';",
    },
  },
  'Tokens in URLs appear in logs and histories': {
    'no-tokens-in-urls': {
      file: 'server/http/run-operation.ts',
      find: 'context.caller = await findCaller(readBearer(context.request.headers.authorization), context);',
      replace:
        "context.caller = await findCaller(readBearer(context.request.headers.authorization ?? context.target.replace(/^.*access_token=/, 'Bearer ')), context);",
    },
  },
  'Responses with secrets stay in caches': {
    'no-store': {
      file: 'server/http/respond.ts',
      find: `...commonHeaders,
      ...headers,`,
      replace: `...(status === 200 && commonHeaders),
      ...headers,`,
    },
  },
};
