import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '../../server/operator-error.ts';
import { createCredential } from '../../server/security/credential.ts';
import { codeOf } from '../../server/security/error-code.ts';
import { findExposure } from '../../server/security/private-file.ts';
import type { Random } from '../../server/security/random.ts';

/**
 * Reads the credential of the internal listener: the content of the file, without spaces around it. If the file is missing, it
 * is created with 256 random bits, readable only by its owner.
 *
 * @throws OperatorError when the file cannot be used.
 */
export function readOrCreateCredential(path: string, random: Random): string {
  const fail = (problem: string, cause?: unknown) =>
    new OperatorError('file_unusable', `the internal credential ${path} cannot be used: ${problem}`, {
      cause,
    });
  try {
    createFile(path, random);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw fail('the file is missing and cannot be created', error);
  }
  const exposure = findExposure(path);
  if (exposure !== undefined) throw fail(exposure);
  const credential = readFileSync(path, 'utf8').trim();
  // RFC 6750, 2.1: what a client can send as a bearer token. A shorter one could be found by trying.
  if (!/^[\w.~+/-]{32,512}=*$/.test(credential))
    throw fail('it must contain only 32 to 512 of the characters A-Z, a-z, 0-9 and -._~+/');
  return credential;
}

/** The default path of the credential: next to the file of the database, or in `./data` when the database is not a file. */
export function defaultCredentialFile(database: string): string {
  return /^postgres(ql)?:/.test(database) ? './data/internal-credential' : `${database}.internal-credential`;
}

function createFile(path: string, random: Random): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, `${createCredential('internal', random)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
