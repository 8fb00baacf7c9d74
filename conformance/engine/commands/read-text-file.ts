import { readFile } from 'node:fs/promises';
import { fileError } from '../terminal/usage-error.ts';

/** @throws UsageError if the file cannot be read. */
export async function readTextFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw fileError('read', file, cause);
  }
}
