import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StoreError } from '../store-error.ts';

const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const files = ['sslrootcert', 'sslcert', 'sslkey'] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Converts libpq's TLS parameters in the URL, and its environment variables, to those of `pg`. Every mode with TLS verifies
 * the certificate and host name, except `no-verify`, and except `uselibpqcompat`, which does what libpq does.
 *
 * @throws StoreError `url_invalid`
 */
export function readTlsParameters(url: URL, environment: Environment): void {
  const { searchParams } = url;
  if (!isSocket(url, environment)) addVariables(searchParams, environment);
  const mode = searchParams.get('sslmode');
  // `pg` treats an unknown mode in the URL as its strictest one, and ignores one in the variable.
  if (mode !== null && !modes.includes(mode))
    throw invalid(environment, 'sslmode', mode, `must be one of ${modes.join(', ')}`);
  // libpq then trusts the certificates of the system. Here these are the ones that Node trusts.
  const isSystem = searchParams.get('sslrootcert') === 'system';
  if (isSystem) searchParams.delete('sslrootcert');
  for (const name of files) checkFile(environment, name, searchParams.get(name));
  // `pg` verifies the same in these modes, but warns at each start that this may change.
  const warns =
    ['prefer', 'require', 'verify-ca'].includes(mode ?? '') && !searchParams.has('uselibpqcompat');
  if (warns || (isSystem && mode === null)) searchParams.set('sslmode', 'verify-full');
}

// `pg` reads only the mode of these, and ignores an unknown one.
function addVariables(searchParams: URLSearchParams, environment: Environment): void {
  for (const name of ['sslmode', ...files]) {
    const value = environment[variableOf(name)];
    if (value && !searchParams.has(name)) searchParams.set(name, value);
  }
}

/** libpq has no TLS on Unix sockets, and ignores these parameters. */
function isSocket({ hostname, searchParams }: URL, { PGHOST = '' }: Environment): boolean {
  return /^(\/|%2f)/i.test(hostname || searchParams.get('host') || PGHOST);
}

function checkFile(environment: Environment, name: string, path: string | null): void {
  if (path === null) return;
  const named = (what: string) => `names the file ${path}, which ${what}`;
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (cause) {
    throw invalid(environment, name, path, named('cannot be read'), { cause });
  }
  if (name === 'sslkey') return;
  try {
    new X509Certificate(content);
  } catch (cause) {
    throw invalid(environment, name, path, named('contains no PEM certificate'), { cause });
  }
}

function invalid(
  environment: Environment,
  name: string,
  value: string,
  what: string,
  options?: ErrorOptions,
): StoreError {
  const variable = variableOf(name);
  const where = environment[variable] === value ? variable : `${name} in the URL of the database`;
  return new StoreError('url_invalid', `${where} ${what}`, options);
}

function variableOf(name: string): string {
  return `PG${name.toUpperCase()}`;
}
