// Fills a database of the service, as after years of use. It is ready when the database is full.

import { openStore } from '../../server/store/open-store.ts';
import { Sqlite } from '../../server/store/sqlite/sqlite.ts';
import { options, ready } from '../processes/child.ts';
import { insertKeys, numbers, randomHash } from './fill-keys.ts';

export interface FillOptions {
  readonly database: string;
  readonly accounts: number;
  /** Distributed over the accounts; a tenth is revoked. */
  readonly keys: number;
  /** Access tokens, distributed over the accounts. */
  readonly tokens: number;
}

const { database, accounts, keys, tokens } = options<FillOptions>();
// The store creates the tables.
await (await openStore({ database, databaseConnections: 1 })).close();

const sqlite = new Sqlite(database);
const now = Date.now();
// Nobody reads the database before it is complete.
for (const pragma of ['synchronous = off', 'foreign_keys = off', 'cache_size = -500000'])
  sqlite.prepare(`pragma ${pragma}`).all([]);

const account = (n: string) => `'usr_' || printf('%022d', ${n})`;
const owner = account(`n % ${accounts}`);

sqlite.exec('begin immediate');
sqlite.exec(`${numbers(accounts)}
  insert into accounts (id, identity, identity_key, nickname, password_hash, revision, created_at)
  select ${account('n - 1')}, n || '@filled.example.com', n || '@filled.example.com', 'Filled', 'none', 1, ${now} - n from numbers`);
sqlite.exec(`${numbers(keys)} ${insertKeys(owner, `case when n % 10 = 0 then ${now} - n end`)} from numbers`);
sqlite.exec(`${numbers(tokens)}
  insert into access_tokens (token_hash, account_id, created_at, expires_at)
  select ${randomHash}, ${owner}, ${now} - n, ${now} + 3600000 from numbers`);
sqlite.exec('commit');
sqlite.prepare('pragma wal_checkpoint(truncate)').all([]);
sqlite.close();
ready({});
