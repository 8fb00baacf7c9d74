import type { Encryption } from '../../server/security/encryption/encryption.ts';
import { createEncryptedRows, type EncryptedRows } from '../../server/store/encryption/encrypted-rows.ts';
import { createEncryptionKeys, type EncryptionKeys } from '../../server/store/encryption/encryption-keys.ts';
import { openEncryption, secretsPath } from '../../server/store/encryption/open-encryption.ts';
import { openEngine } from '../../server/store/open-engine.ts';

/** What is encrypted in a database, and with which keys. It opens without the secrets file too. */
export interface SecretsStore {
  /** The path of the secrets file. */
  readonly path: string;
  readonly keys: EncryptionKeys;
  readonly rows: EncryptedRows;
  /** @throws SecretsError as starting the service would */
  openEncryption(): Promise<Encryption>;
  /** Removes previous versions of rewritten rows from the files, where the engine can. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}

/** @throws StoreError, SecretsError */
export async function openSecrets({
  database,
  secrets,
}: {
  readonly database: string;
  readonly secrets?: string | undefined;
}): Promise<SecretsStore> {
  const path = secretsPath(database, secrets);
  const engine = await openEngine({ database });
  return {
    path,
    keys: createEncryptionKeys(engine),
    rows: createEncryptedRows(engine),
    openEncryption: () => openEncryption(engine, path, undefined),
    scrub: engine.scrub,
    close: engine.close,
  };
}
