import { type AccessTokens, createAccessTokens } from './access-tokens.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type ApiKeys, createApiKeys } from './api-keys.ts';
import { type Brakes, createBrakes } from './brakes.ts';
import type { Engine } from './engine.ts';
import { createLogins, type Logins } from './logins.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

/** Everything the service remembers. Times that go in and come out are milliseconds since 1970. */
export interface Store {
  readonly accounts: Accounts;
  readonly accessTokens: AccessTokens;
  readonly apiKeys: ApiKeys;
  readonly logins: Logins;
  readonly brakes: Brakes;
  /** Whether an error of the store says that it cannot work now, as opposed to a bug: trying again later may help. */
  readonly isOutage: Engine['isOutage'];
  close(): Promise<void>;
}

export interface StoreOptions {
  /** The path of an SQLite file, made if it is not there. */
  readonly database: string;
}

/** Opens the database and brings its schema up to date. @throws StoreError */
export async function openStore({ database }: StoreOptions): Promise<Store> {
  const engine = await openSqlite(database);
  return {
    accounts: createAccounts(engine),
    accessTokens: createAccessTokens(engine),
    apiKeys: createApiKeys(engine),
    logins: createLogins(engine),
    brakes: createBrakes(engine),
    isOutage: engine.isOutage,
    close: engine.close,
  };
}
