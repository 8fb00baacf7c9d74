import { type AccessTokens, createAccessTokens } from './access-tokens.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type ApiKeys, createApiKeys } from './api-keys.ts';
import { connect, disconnect } from './connect.ts';
import { createLogins, type Logins } from './logins.ts';
import { migrate } from './migrate.ts';

/** Everything the service remembers. Times that go in and come out are milliseconds since 1970. */
export interface Store {
  readonly accounts: Accounts;
  readonly accessTokens: AccessTokens;
  readonly apiKeys: ApiKeys;
  readonly logins: Logins;
  close(): Promise<void>;
}

/** Opens the SQLite database at `path`, made if it is not there, and brings its schema up to date. @throws StoreError */
export async function openStore({ path }: { readonly path: string }): Promise<Store> {
  const database = await connect(path);
  try {
    await migrate(database);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return {
    accounts: createAccounts(database),
    accessTokens: createAccessTokens(database),
    apiKeys: createApiKeys(database),
    logins: createLogins(database),
    close: () => disconnect(database),
  };
}
