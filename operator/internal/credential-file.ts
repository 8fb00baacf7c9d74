import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '../../server/operator-error.ts';
import { createCredential } from '../../server/security/credentials/credential.ts';
import { findExposure } from '../../server/security/private-file.ts';
import type { Random } from '../../server/security/random.ts';

/**
 * The credential of the internal listener: what the file holds, less blanks around it. A file that is missing is made, with
 * 256 random bits, for its owner alone. @throws OperatorError when it cannot be used
 */
export function readOrCreateCredential(path: string, random: Random): string {
  const fail = (problem: string, cause?: unknown) =>
    new OperatorError('file_unusable', `the internal credential ${path} cannot be used: ${problem}`, {
      cause,
    });
  try {
    createFile(path, random);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw fail('the file is missing, and cannot be made', error);
  }
  const exposure = findExposure(path);
  if (exposure !== undefined) throw fail(exposure);
  const credential = readFileSync(path, 'utf8').trim();
  // RFC 6750, 2.1: what can be sent as a bearer. The length keeps out what could be guessed.
  if (!/^[\w.~+/-]{32,512}=*$/.test(credential))
    throw fail('it must hold 32 to 512 letters, digits and -._~+/ and nothing else');
  return credential;
}

/** Where the credential is unless it is said: beside the file of the database, or in `./data` when it is no file. */
export function credentialBeside(database: string): string {
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

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
