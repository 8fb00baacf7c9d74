import type { Encryption } from '../security/encryption/encryption.ts';
import { SecretsError } from '../security/encryption/keyring.ts';
import type { KnownNetworks } from '../security/throttle/failed-logins.ts';
import { createRateLimitKeys, type RateLimitKeys } from '../security/throttle/rate-limit-keys.ts';
import type { RateLimitStates } from '../security/throttle/throttle.ts';
import { type Accounts, createAccounts } from './accounts/accounts.ts';
import { createLogins, type Logins } from './accounts/logins.ts';
import { openEncryption, secretsPath } from './encryption/open-encryption.ts';
import type { Engine } from './engine.ts';
import { createHealth, type Health } from './health.ts';
import { type ApiKeys, createApiKeys, createInvalidations, type Invalidations } from './keys/api-keys.ts';
import { createKnownNetworks } from './known-networks.ts';
import { type EngineOptions, openEngine } from './open-engine.ts';
import { createRateLimits } from './rate-limits.ts';
import { createSweep, type Sweep } from './sweep.ts';
import { type AccessTokens, createAccessTokens } from './tokens/access-tokens.ts';

/** Everything that the service stores. All times are milliseconds since 1970. */
export interface Store {
  readonly accounts: Accounts;
  readonly accessTokens: AccessTokens;
  readonly apiKeys: ApiKeys;
  readonly logins: Logins;
  readonly rateLimits: RateLimitStates;
  readonly knownNetworks: KnownNetworks;
  /** The names that these two use. */
  readonly rateLimitKeys: RateLimitKeys;
  readonly sweep: Sweep;
  readonly encryption: Encryption;
  /** For caches of API keys. */
  readonly countInvalidations: Invalidations['count'];
  readonly health: Health;
  /** Whether an error means that the store cannot work now, and a later attempt may succeed. Other errors are bugs. */
  readonly isOutage: Engine['isOutage'];
  close(): Promise<void>;
}

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
export async function openStore(options: StoreOptions): Promise<Store> {
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
      rateLimitKeys,
      sweep: createSweep(engine),
      health: createHealth(engine),
      encryption,
      countInvalidations: invalidations.count,
      isOutage: (error) => isMissingKey(error) || engine.isOutage(error),
      close: engine.close,
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

// An operator can restore the key.
function isMissingKey(error: unknown): boolean {
  return error instanceof SecretsError && (error.reason === 'key_missing' || error.reason === 'file_missing');
}
