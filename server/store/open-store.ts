import { type AccessTokens, createAccessTokens } from './access-tokens.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type ApiKeys, createApiKeys } from './api-keys.ts';
import { type Brakes, createBrakes } from './brakes.ts';
import { connect, connectQuick, disconnect } from './connect.ts';
import { createLogins, type Logins } from './logins.ts';
import { migrate } from './migrate.ts';

/** Everything the service remembers. Times that go in and come out are milliseconds since 1970. */
export interface Store {
  readonly accounts: Accounts;
  readonly accessTokens: AccessTokens;
  readonly apiKeys: ApiKeys;
  readonly logins: Logins;
  readonly brakes: Brakes;
  close(): Promise<void>;
}

/** Opens the SQLite database at `path`, made if it is not there, and brings its schema up to date. @throws StoreError */
export async function openStore({ path }: { readonly path: string }): Promise<Store> {
  const database = await connect(path);
  try {
    await migrate(database);
    // A connection of its own, so that a count that is written with every request costs no wait for the disk.
    const quick = await connectQuick(path);
    return {
      accounts: createAccounts(database),
      accessTokens: createAccessTokens(database),
      apiKeys: createApiKeys(database),
      logins: createLogins(database),
      brakes: createBrakes(quick),
      close: async () => {
        await quick.destroy();
        await disconnect(database);
      },
    };
  } catch (error) {
    await database.destroy();
    throw error;
  }
}
