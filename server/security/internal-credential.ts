import { existsSync, readFileSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { OperatorError } from '../operator-error.ts';
import { isPostgresUrl } from '../store/database-name.ts';
import { createCredential } from './credential.ts';
import { findExposure, writeNewFile } from './private-file.ts';
import type { Random } from './random.ts';

/**
 * The credential that callers of the internal listener send. A missing file is made, for its owner only.
 *
 * @throws OperatorError
 */
export function readOrCreateCredential(
  { database, internalCredentialFile }: Pick<Config, 'database' | 'internalCredentialFile'>,
  random: Random,
): { readonly path: string; readonly credential: string } {
  const isFile = !isPostgresUrl(database);
  const path =
    internalCredentialFile ??
    (isFile ? `${database}.internal-credential` : './data/internal-credential');
  const fail = (problem: string, cause?: unknown) =>
    new OperatorError(`the internal credential ${path} cannot be used: ${problem}`, {
      cause,
    });

  try {
    if (!existsSync(path)) writeNewFile(path, `${createCredential('internal', random)}\n`);
  } catch (error) {
    throw fail('it is missing and cannot be made', error);
  }
  const exposure = findExposure(path);
  if (exposure !== undefined) throw fail(exposure);
  const credential = readFileSync(path, 'utf8').trim();
  // RFC 6750, 2.1: what a client can send as a bearer token. A shorter one could be found by trying.
  if (!/^[\w.~+/-]{32,512}=*$/.test(credential)) {
    throw fail('it must have 32 to 512 of the characters A-Z, a-z, 0-9 and -._~+/');
  }
  return { path, credential };
}
