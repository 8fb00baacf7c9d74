import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StoreError } from '../store-error.ts';

const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const files = ['sslrootcert', 'sslcert', 'sslkey'] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Makes of libpq's parameters of the URL, and of its variables for what the URL leaves out, what `pg` shall read: all that
 * asks for TLS verifies certificate and host name, unless it says `no-verify`, or `uselibpqcompat` for what libpq would do.
 *
 * @throws StoreError `url_invalid`
 */
export function readTlsParameters(url: URL, environment: Environment): void {
  const { searchParams } = url;
  if (!isSocket(url, environment)) addVariables(searchParams, environment);
  const mode = searchParams.get('sslmode');
  // `pg` would take any other for its strictest, whatever was meant; of its variable, for none at all.
  if (mode !== null && !modes.includes(mode))
    throw invalid(environment, 'sslmode', mode, `must be one of ${modes.join(', ')}`);
  // What Node trusts by itself, as libpq then trusts what the system does.
  const isSystem = searchParams.get('sslrootcert') === 'system';
  if (isSystem) searchParams.delete('sslrootcert');
  for (const name of files) checkFile(environment, name, searchParams.get(name));
  // `pg` verifies as much in these, and warns at each start that it may come to verify less.
  const asks = ['prefer', 'require', 'verify-ca'].includes(mode ?? '') && !searchParams.has('uselibpqcompat');
  if (asks || (isSystem && mode === null)) searchParams.set('sslmode', 'verify-full');
}

// Of these `pg` reads the mode alone, and takes one that it does not know for none.
function addVariables(searchParams: URLSearchParams, environment: Environment): void {
  for (const name of ['sslmode', ...files]) {
    const value = environment[variableOf(name)];
    if (value && !searchParams.has(name)) searchParams.set(name, value);
  }
}

/** libpq has no TLS there, and passes over all that asks for it. */
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
    throw invalid(environment, name, path, named('holds no certificate (PEM)'), { cause });
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
  const where = environment[variable] === value ? variable : `in the URL of the database ${name}`;
  return new StoreError('url_invalid', `${where} ${what}`, options);
}

function variableOf(name: string): string {
  return `PG${name.toUpperCase()}`;
}
