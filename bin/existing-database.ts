import { existsSync } from 'node:fs';
import { OperatorError } from '../server/operator-error.ts';
import { isPostgresUrl } from '../server/store/postgres/url.ts';

/** Refuses the path of a file that is not there: a mistyped one would become an empty database, in which nothing is found. */
export function demandDatabase(database: string): void {
  if (isPostgresUrl(database) || existsSync(database)) return;
  throw new OperatorError(
    'database_missing',
    `there is no database at ${database}: name another with --database, or make one with 'account-access accounts add'`,
  );
}
