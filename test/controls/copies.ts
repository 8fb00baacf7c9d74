import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'A copy of the database reveals secrets': {
    'encrypted-recovery-codes': {
      file: 'server/store/accounts/logins.ts',
      find: 'code_hash: encryption.encrypt(place, hash),',
      replace: 'code_hash: place && hash,',
    },
    'hashed-credentials': {
      test: 'server/secrets.test.ts',
      file: 'server/security/credential-hashes.ts',
      find: "return hash('sha256', text);",
      replace: 'return text;',
    },
  },
  'A writer to the database swaps encrypted values': {
    'bound-to-place': {
      edits: [
        {
          file: 'server/security/encryption/encryption.ts',
          find: 'stream.setAAD(associated(key.id, place));',
        },
        {
          file: 'server/security/encryption/encryption.ts',
          find: 'decryption.setAAD(associated(key.id, place));',
        },
      ],
    },
    'no-plain-text': {
      file: 'server/security/encryption/encryption.ts',
      find: 'if (id === undefined) throw undecryptable(place);',
      replace: 'if (id === undefined) return encrypted;',
    },
    'one-encoding': {
      file: 'server/security/encryption/encryption.ts',
      find: "const bytes = decodeCanonical(form.exec(text)?.[2] ?? '', 'base64url');",
      replace: "const bytes = Buffer.from(form.exec(text)?.[2] ?? '', 'base64url');",
    },
    'key-material-of-the-key': {
      test: 'server/operations/idempotency.test.ts',
      file: 'server/store/keys/idempotency-records.ts',
      find: `if (hashCredential(deriveApiKey({ accountId, idempotencyKey, keyMaterial })) !== row.key_hash)
    throw new Error(
      \`idempotency_records.key_material of account \${accountId} is not that of the key \${row.id}\`,
    );`,
    },
  },
  'A key of the secrets file leaks': {
    'rotation-while-running': {
      file: 'operator/secrets/secrets.ts',
      find: 'const again = encryption.encrypt(place, encryption.decrypt(place, text));',
      replace: 'const again = encryption.decrypt(place, text) && text;',
    },
    'secrets-read-again': {
      test: 'server/two-servers.test.ts',
      file: 'server/security/encryption/encryption.ts',
      find: 'const key = findKey(ring(), id) ?? findKey(tryReread(), id);',
      replace: 'const key = findKey(ring(), id);',
    },
    'used-keys-not-retired': {
      file: 'operator/secrets/secrets.ts',
      find: 'if (passwords + totpSecrets + recoveryCodes + idempotencyRecords > 0 && !force) {',
      replace: 'if (passwords + totpSecrets + recoveryCodes + idempotencyRecords > 0 && !status.inFile) {',
    },
  },
  'The record that lets a request be repeated gives its key': {
    'authenticated-key-material': {
      test: 'server/encryption.test.ts',
      edits: [
        {
          file: 'server/security/encryption/encryption.ts',
          find: `return (
      decryption.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decryption.final('utf8')
    );`,
          replace: "return decryption.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8');",
        },
        {
          file: 'server/store/keys/idempotency-records.ts',
          find: `if (hashCredential(deriveApiKey({ accountId, idempotencyKey, keyMaterial })) !== row.key_hash)
    throw new Error(
      \`idempotency_records.key_material of account \${accountId} is not that of the key \${row.id}\`,
    );`,
        },
      ],
    },
    'hashed-idempotency-keys': {
      file: 'server/security/credential-hashes.ts',
      find: "return hash('sha256', JSON.stringify([accountId, idempotencyKey]));",
      replace: 'return JSON.stringify([accountId, idempotencyKey]);',
    },
    'key-material-ends-with-keys': {
      file: 'server/store/migrations/0001-initial.ts',
      find: "const forgetKeyMaterial = 'update idempotency_records set key_material = null where key_id = new.id';",
      replace:
        "const forgetKeyMaterial = 'update idempotency_records set key_material = key_material where key_id = new.id';",
    },
  },
  'Database, secrets file and `Idempotency-Key` are all known': {
    'key-material-ends-with-restore': {
      test: 'operator/backup.test.ts',
      file: 'operator/backup/sanitize-copy.ts',
      find: "await transaction.updateTable('idempotency_records').set({ key_material: null }).execute();",
    },
  },
};
