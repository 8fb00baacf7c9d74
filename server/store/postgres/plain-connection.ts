import pg from 'pg';
import { isLoopback } from '../../security/is-loopback.ts';
import { StoreError } from '../store-error.ts';
import { connectionString } from './connection-string.ts';
import { hidePassword } from './url.ts';

/**
 * Rejects a URL that would send the password of the database and everything that is stored over a network in plain text, unless
 * `sslmode=disable` asks for it.
 *
 * @throws StoreError
 */
export async function refusePlainConnection(
  database: string,
  // biome-ignore lint/style/noProcessEnv: `pg` reads it too, for what the URL leaves out.
  { PGSSLMODE } = process.env,
): Promise<void> {
  const url = connectionString(database);
  // The driver decides which host and which TLS settings a URL has. It does not connect here.
  const { host, ssl } = new pg.Client({ connectionString: url });
  const mode = new URL(url).searchParams.get('sslmode') ?? PGSSLMODE;
  if (ssl || mode === 'disable' || host.startsWith('/')) return;
  // The connection reports a name that is unknown.
  if (await isLoopback(host).catch(() => true)) return;
  throw new StoreError(
    'plain_connection_refused',
    `the connection to ${hidePassword(database)} would be unencrypted: add ?sslmode=verify-full to the URL, or set PGSSLMODE; ?sslmode=disable allows it, for a network that nobody else can read`,
  );
}
