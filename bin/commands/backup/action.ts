import { backUp } from '../../../operator/backup/backup.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import { secretsPath } from '../../../server/store/encryption/open-encryption.ts';
import { isPostgresUrl } from '../../../server/store/postgres/url.ts';
import { requireDatabase } from '../../existing-store.ts';
import { toJson } from '../../output/to-json.ts';
import type { Terminal } from '../../terminal.ts';
import { contentOf, describeInspection } from './inspection.ts';

export interface BackupOptions {
  readonly database: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export async function backup(
  { say, print, environment }: Terminal,
  file: string,
  { database, force = false, json = false }: BackupOptions,
): Promise<void> {
  rejectPostgres(database, 'pg_dump');
  requireDatabase(database);
  const made = await backUp({ database, file, force, now: Date.now() });
  print(json ? toJson(contentOf(made)) : describeInspection(made));
  say(`Backed up ${database} to ${file}.`);
  const secrets = secretsPath(database, environment.ACCOUNT_ACCESS_SECRETS);
  say(`The backup does not include the secrets file, ${secrets}: back that up separately.`);
  if (!made.recorded)
    say('The database has the schema of another release, so its audit log does not record this backup.');
}

/** PostgreSQL has better tools of its own. @throws OperatorError wrong_tool */
export function rejectPostgres(database: string, tool: string): void {
  if (!isPostgresUrl(database)) return;
  throw new OperatorError(
    'wrong_tool',
    `this command is for SQLite only: use ${tool} for a PostgreSQL database`,
  );
}
