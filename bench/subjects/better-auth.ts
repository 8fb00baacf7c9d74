// better-auth with its API-key plugin, on the same SQLite library and settings as the service.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiKey } from '@better-auth/api-key';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import { SqliteDialect } from 'kysely';
import { Sqlite } from '../../server/store/sqlite/sqlite.ts';
import type { BetterAuthInfo, BetterAuthOptions } from '../benchmarks/generate.ts';
import { options, ready } from '../processes/child.ts';

const { database, users } = options<BetterAuthOptions>();
const sqlite = new Sqlite(database);
for (const pragma of ['journal_mode = wal', 'foreign_keys = on', 'synchronous = full'])
  sqlite.prepare(`pragma ${pragma}`).all([]);

const server = createServer();
await once(server.listen(0, '127.0.0.1'), 'listening');
// A server that listens on a port has such an address.
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const auth = betterAuth({
  baseURL: url,
  secret: 'a secret of thirty-two characters and more',
  database: { dialect: new SqliteDialect({ database: sqlite }), type: 'sqlite' },
  // Nobody logs in while it is measured, so users may be created fast.
  emailAndPassword: { enabled: true, password: { hash: async () => 'none', verify: async () => false } },
  plugins: [apiKey({ rateLimit: { enabled: false } })],
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: 'error' },
});
await (await getMigrations(auth.options)).runMigrations();
server.on('request', toNodeHandler(auth));

const info: BetterAuthInfo = { url, cookies: await Promise.all(Array.from({ length: users }, signUp)) };
ready(info);

async function signUp(_: unknown, index: number): Promise<string> {
  const body = { name: 'Bench', email: `${index}@example.com`, password: 'a password like any other' };
  const response = await auth.api.signUpEmail({ body, asResponse: true });
  const cookies = response.headers.getSetCookie();
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}
