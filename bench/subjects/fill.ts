// Fills a database of the service, as after years of use. It is ready when the database is full.

import { openStore } from '../../server/store/open-store.ts';
import { Sqlite } from '../../server/store/sqlite/sqlite.ts';
import { options, ready } from '../processes/child.ts';

export interface FillOptions {
  readonly database: string;
  /** Distributed over a tenth as many accounts; a tenth is revoked. */
  readonly keys: number;
}

const { database, keys } = options<FillOptions>();
const accounts = keys / 10;
// The store creates the tables.
await (await openStore({ database, databaseConnections: 1 })).close();

const sqlite = new Sqlite(database);
const now = Date.now();
// Nobody reads the database before it is complete.
for (const pragma of ['synchronous = off', 'foreign_keys = off', 'cache_size = -500000'])
  sqlite.prepare(`pragma ${pragma}`).all([]);

const account = (n: string) => `'usr_' || printf('%022d', ${n})`;
const numbers = (count: number) => `with recursive numbers (n) as (
  select 1 union all select n + 1 from numbers where n < ${count})`;

sqlite.exec('begin immediate');
sqlite.exec(`${numbers(accounts)}
  insert into accounts (id, identity, identity_key, nickname, password_hash, revision, created_at)
  select ${account('n - 1')}, n || '@filled.example.com', n || '@filled.example.com', 'Filled', 'none', 1, ${now} - n from numbers`);
sqlite.exec(`${numbers(keys)}
  insert into api_keys (id, account_id, key_hash, key_prefix, created_at, revoked_at)
  select 'key_' || substr(hex(randomblob(11)), 1, 22), ${account(`n % ${accounts}`)}, lower(hex(randomblob(32))),
    'aak_00000000', ${now} - n, case when n % 10 = 0 then ${now} - n end from numbers`);
sqlite.exec('commit');
sqlite.prepare('pragma wal_checkpoint(truncate)').all([]);
sqlite.close();
ready({});
