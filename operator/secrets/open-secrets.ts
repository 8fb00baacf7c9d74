import type { Seals } from '../../server/security/encryption/seals.ts';
import { openSealing } from '../../server/store/encryption/open-sealing.ts';
import { createSealedRows, type SealedRows } from '../../server/store/encryption/sealed-rows.ts';
import { createSealingKeys, type SealingKeys } from '../../server/store/encryption/sealing-keys.ts';
import { secretsPath } from '../../server/store/encryption/secrets-path.ts';
import { openEngine } from '../../server/store/engine/open-engine.ts';
import { scrubSqlite } from '../../server/store/sqlite/scrub.ts';

/** What is sealed in a database and with which keys. It also opens where the secrets file does not. */
export interface SecretsStore {
  /** Of the secrets file. */
  readonly path: string;
  readonly keys: SealingKeys;
  readonly rows: SealedRows;
  /** @throws SecretsError as starting the service would */
  openSeals(): Promise<Seals>;
  /** Leaves nothing in the files of what was stored before it was written anew, where the engine can. */
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
    keys: createSealingKeys(engine),
    rows: createSealedRows(engine),
    openSeals: () => openSealing(engine, path, undefined),
    scrub: async () => {
      if (engine.kind === 'sqlite') await scrubSqlite(engine);
    },
    close: engine.close,
  };
}
