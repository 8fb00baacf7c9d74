import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StoreError } from '../errors.ts';

const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/**
 * Makes of libpq's parameters of the URL what `pg` shall read: all that asks for TLS verifies certificate and host name,
 * unless it says `no-verify`, or `uselibpqcompat` for what libpq would do. @throws StoreError `url_invalid`
 */
export function readTlsParameters({ searchParams }: URL): void {
  const mode = searchParams.get('sslmode');
  // `pg` would take any other for its strictest, whatever was meant.
  if (mode !== null && !modes.includes(mode)) throw invalid(`sslmode must be one of ${modes.join(', ')}`);
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) checkFile(name, searchParams.get(name));
  // `pg` verifies as much in these, and warns at each start that it may come to verify less.
  if (['prefer', 'require', 'verify-ca'].includes(mode ?? '') && !searchParams.has('uselibpqcompat'))
    searchParams.set('sslmode', 'verify-full');
}

function checkFile(name: string, path: string | null): void {
  if (path === null) return;
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (cause) {
    throw invalid(`${name} names the file ${path}, which cannot be read`, { cause });
  }
  if (name === 'sslkey') return;
  try {
    new X509Certificate(content);
  } catch (cause) {
    throw invalid(`${name} names the file ${path}, which holds no certificate (PEM)`, { cause });
  }
}

function invalid(what: string, options?: ErrorOptions): StoreError {
  return new StoreError('url_invalid', `in the URL of the database ${what}`, options);
}
