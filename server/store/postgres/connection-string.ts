import { StoreError } from '../store-error.ts';
import { readTlsParameters } from './tls-parameters.ts';

/** The URL for `pg`. @throws StoreError `url_invalid` */
export function connectionString(
  database: string,
  // biome-ignore lint/style/noProcessEnv: `pg` reads these too, for what the URL leaves out.
  environment = process.env,
): string {
  refuseSeveralHosts(database, environment.PGHOST);
  const url = parseUrl(database);
  readTlsParameters(url, environment);
  return url.href;
}

// libpq tries the hosts in order. `pg` does not support several hosts.
function refuseSeveralHosts(database: string, variable = ''): void {
  const [, named = '', parameters = ''] =
    /^[^:]*:\/\/(?:[^/?#]*@)?([^/?#]*)[^?#]*\??([^#]*)/.exec(database) ?? [];
  const inParameters = new URLSearchParams(parameters).getAll('host').join();
  if ((named || inParameters || variable).includes(','))
    throw new StoreError(
      'url_invalid',
      'the URL of the database, or PGHOST, names several hosts, and only one is supported: use the host name of the primary, of a load balancer, or of PgBouncer',
    );
}

function parseUrl(database: string): URL {
  // Without the error of the platform as a cause: it contains the URL with its password.
  if (!URL.canParse(database))
    throw new StoreError(
      'url_invalid',
      'the URL of the database is not valid: use the form postgres://user@host:5432/name, and percent-encode special characters in a password, or set PGPASSWORD',
    );
  return new URL(database);
}
