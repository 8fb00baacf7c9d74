import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'A copy of the database reveals secrets': {
    'server/store/accounts/logins.ts': {
      'encrypted-recovery-codes': {
        find: 'encryption.encrypt(place, hash) }',
        replace: 'place && hash }',
      },
    },
    'server/security/credential-hashes.ts': {
      'hashed-credentials': {
        find: "hash('sha256', text)",
        replace: 'text',
        test: 'server/secrets',
      },
    },
  },
  'A writer to the database swaps encrypted values': {
    'server/security/encryption/encryption.ts': {
      'bound-to-place': [
        'stream.setAAD(associated(key.id, place));',
        'decryption.setAAD(associated(key.id, place));',
      ],
      'no-plain-text': {
        find: 'if (id === undefined) throw undecryptable(place);',
        replace: 'if (id === undefined) return encrypted;',
      },
      'one-encoding': {
        find: 'const bytes = decodeCanonical',
        replace: 'const bytes = Buffer.from',
      },
    },
    'server/store/keys/idempotency-records.ts': {
      'key-material-of-the-key': {
        find: `if (hashCredential(deriveApiKey({ accountId, idempotencyKey, keyMaterial })) !== row.key_hash)
    throw new Error(
      \`idempotency_records.key_material of account \${accountId} is not that of the key \${row.id}\`,
    );`,
        test: 'server/operations/idempotency',
      },
    },
  },
  'A key of the secrets file leaks': {
    'operator/secrets/secrets.ts': {
      'rotation-while-running': {
        find: 'const again = encryption.encrypt(place, encryption.decrypt(place, text));',
        replace: 'const again = encryption.decrypt(place, text) && text;',
      },
      'file-anew-when-resumed': {
        find: 'await store.scrub()',
        replace: 'if (rewritten > 0) await store.scrub()',
      },
      'used-keys-not-retired': { find: '0 && !force', replace: '0 && !status.inFile' },
    },
    'server/security/encryption/encryption.ts': {
      'secrets-read-again': {
        find: ' ?? findKey(reread(), id)',
        replace: '',
        test: 'server/two-servers',
      },
      'derived-from-the-file': {
        find: 'freshRing().',
        replace: 'ring().',
        test: 'server/rate-limits-shared',
      },
    },
  },
  'The record that lets a request be repeated gives its key': {
    'server/security/encryption/encryption.ts': {
      'authenticated-key-material': {
        find: `return (
      decryption.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decryption.final('utf8')
    );`,
        replace:
          "return decryption.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8');",
        test: 'server/encryption',
      },
    },
    'server/store/keys/idempotency-records.ts': {
      'authenticated-key-material': `if (hashCredential(deriveApiKey({ accountId, idempotencyKey, keyMaterial })) !== row.key_hash)
    throw new Error(
      \`idempotency_records.key_material of account \${accountId} is not that of the key \${row.id}\`,
    );`,
    },
    'server/security/credential-hashes.ts': {
      'hashed-idempotency-keys': { find: "hash('sha256', JSON", replace: 'String(JSON' },
    },
    'server/store/migrations/0001-initial.ts': {
      'key-material-ends-with-keys': {
        find: 'key_material = null',
        replace: 'key_material = key_material',
      },
    },
  },
  'Database, secrets file and `Idempotency-Key` are all known': {
    'operator/backup/sanitize-copy.ts': {
      'key-material-ends-with-restore':
        "await transaction.updateTable('idempotency_records').set({ key_material: null }).execute();",
    },
  },
  'A mistyped URL of the database becomes the name of a file, with its password': {
    'server/store/postgres/url.ts': {
      'mistyped-url-rejected': {
        find: ')) return false;',
        replace: ') || database) return false;',
      },
      'mistyped-url-hidden': { find: '!postgresUrl.test(database) || !URL', replace: '!URL' },
    },
  },
};
