import { codeOf, isPostgresOutage } from '../postgres/outage.ts';
import { isSqliteOutage } from '../sqlite/outage.ts';

/** What keeps the database from working, in words for an operator; `undefined` when the error is no such thing. */
export function describeOutage(error: unknown): string | undefined {
  if (isSqliteOutage(error)) {
    const code = codeOf(error) ?? '';
    const [, words] = sqlite.find(([start]) => code.startsWith(start)) ?? [];
    return `the database cannot be used: ${words ?? code}`;
  }
  // Of these two it cannot be told that they are of the database.
  if (!isPostgresOutage(error) || ['ENOENT', 'EPIPE'].includes(codeOf(error) ?? '')) return undefined;
  // Of the server or of `pg`, whose words repeat neither URL nor password.
  const words = error instanceof Error && error.message !== '' ? error.message : codeOf(error);
  return `the database cannot be used: ${words}`;
}

const sqlite = [
  ['SQLITE_BUSY', 'another process keeps it locked; try again when that is done'],
  ['SQLITE_LOCKED', 'another process keeps it locked; try again when that is done'],
  ['SQLITE_FULL', 'its disk is full'],
  ['SQLITE_READONLY', 'it is read-only, or its file system is'],
  ['SQLITE_CANTOPEN', 'its file, or one beside it, cannot be opened'],
  ['SQLITE_IOERR', 'its disk cannot be read or written'],
] as const;
