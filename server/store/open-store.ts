import { SecretsError } from '../security/encryption/keyring.ts';
import { createRateLimitKeys } from '../security/throttle/rate-limit-keys.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createLogins } from './accounts/logins.ts';
import { openEncryption, secretsPath } from './encryption/open-encryption.ts';
import { createHealth } from './health.ts';
import { createApiKeys, createInvalidations } from './keys/api-keys.ts';
import { createKnownNetworks } from './known-networks.ts';
import { type EngineOptions, openEngine } from './open-engine.ts';
import { createRateLimits } from './rate-limits.ts';
import { createSweep } from './sweep.ts';
import { createAccessTokens } from './tokens/access-tokens.ts';

/** Everything that the service stores. All times are milliseconds since 1970. */
export type Store = Awaited<ReturnType<typeof openStore>>;

export interface StoreOptions extends EngineOptions {
  /** The path of the secrets file. @default `<database>.secrets` for an SQLite file */
  readonly secrets?: string | undefined;
  /** Called with the path of a secrets file that was made, because there was none and nothing was encrypted. */
  readonly onSecretsMade?: ((path: string) => void) | undefined;
}

/**
 * Opens the database and its secrets file. It migrates the database to the schema of this release.
 *
 * @throws StoreError, SecretsError
 */
export async function openStore(options: StoreOptions) {
  const path = secretsPath(options.database, options.secrets);
  const engine = await openEngine(options);
  try {
    const encryption = await openEncryption(engine, path, options.onSecretsMade);
    const rateLimitKeys = createRateLimitKeys(encryption);
    const invalidations = createInvalidations();
    return {
      accounts: createAccounts(engine, encryption, rateLimitKeys, invalidations),
      accessTokens: createAccessTokens(engine),
      apiKeys: createApiKeys(engine, encryption, invalidations),
      logins: createLogins(engine, encryption),
      rateLimits: createRateLimits(engine),
      knownNetworks: createKnownNetworks(engine),
      /** The names that these two use. */
      rateLimitKeys,
      sweep: createSweep(engine),
      health: createHealth(engine),
      encryption,
      /** For caches of API keys. */
      countInvalidations: invalidations.count,
      /** Whether an error means that the store cannot work now, and a later attempt may succeed. Other errors are bugs. */
      isOutage: (error: unknown) => isMissingKey(error) || engine.isOutage(error),
      close: engine.close,
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

// An operator can restore the key.
function isMissingKey(error: unknown): boolean {
  return (
    error instanceof SecretsError &&
    (error.reason === 'key_missing' || error.reason === 'file_missing')
  );
}
