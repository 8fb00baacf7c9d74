import { Option } from 'commander';
import type { Define } from '../../conformance/engine/terminal/program.ts';
import type { Terminal } from '../../conformance/engine/terminal/terminal.ts';
import { backUp } from '../../operator/backup/backup.ts';
import type { Inspection } from '../../operator/backup/inspect.ts';
import { OperatorError } from '../../server/operator-error.ts';
import { secretsPath } from '../../server/store/encryption/open-encryption.ts';
import { isPostgresUrl } from '../../server/store/postgres/url.ts';
import { requireDatabase } from '../existing-store.ts';
import { type DatabaseOptions, defineOnDatabase } from '../options/database-option.ts';
import { toJson } from '../output/format-table.ts';

export const define: Define = (command, terminal) =>
  defineOnDatabase(command.argument('<file>', 'where to write the copy'), terminal, backup, help);

/** An example of the content of a backup, as `--json` writes it. */
export const exampleContent = {
  schema: '0001-initial',
  age: 'current',
  accounts: 3,
  active_keys: 2,
  events: 42,
  newest_event_at: '2026-01-31T09:30:00.000Z',
};

const help = {
  encrypted: false,
  options: [new Option('--force', 'replace an existing file')],
  examples: [
    'account-access backup /mnt/copies/accounts-$(date +%F).db',
    'account-access restore /mnt/copies/accounts-2026-01-31.db --check',
  ],
  notes: [
    'Back up the secrets file separately: without it, passwords and one-time codes cannot be checked.',
  ],
  json: [exampleContent],
};

interface BackupOptions extends DatabaseOptions {
  readonly force?: boolean;
}

async function backup(
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
    say(
      'The database has the schema of another release, so its audit log does not record this backup.',
    );
}

/** PostgreSQL has better tools of its own. @throws OperatorError wrong_tool */
export function rejectPostgres(database: string, tool: string): void {
  if (!isPostgresUrl(database)) return;
  throw new OperatorError(
    'wrong_tool',
    `this command is for SQLite only: use ${tool} for a PostgreSQL database`,
  );
}

export function describeInspection({
  schema,
  accounts,
  activeKeys,
  events,
  newestEventAt,
}: Inspection) {
  const newest = newestEventAt === undefined ? '' : `, the newest from ${toTime(newestEventAt)}`;
  return [
    `schema       ${schema ?? 'none'}`,
    `accounts     ${accounts}`,
    `active keys  ${activeKeys}`,
    `events       ${events}${newest}`,
  ].join('\n');
}

export function contentOf({
  schema,
  age,
  accounts,
  activeKeys,
  events,
  newestEventAt,
}: Inspection) {
  return { schema, age, accounts, activeKeys, events, newestEventAt };
}

export function toTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().replace('T', ' ').slice(0, 19)} UTC`;
}
