import { Option } from 'commander';
import type { Define } from '../../conformance/engine/terminal/program.ts';
import type { Terminal } from '../../conformance/engine/terminal/terminal.ts';
import { checkBackup, restore } from '../../operator/backup/restore.ts';
import { type DatabaseOptions, defineOnDatabase } from '../options/database-option.ts';
import { toJson } from '../output/format-table.ts';
import { contentOf, describeInspection, exampleContent, rejectPostgres, toTime } from './backup.ts';

export const define: Define = (command, terminal) =>
  defineOnDatabase(
    command.argument('<file>', 'file that backup wrote'),
    terminal,
    restoreBackup,
    help,
  );

const help = {
  encrypted: false,
  options: [
    new Option('--check', 'restore nothing: check the backup, and show what it contains'),
    new Option('--force', 'replace an existing database, and keep it under another name'),
  ],
  examples: [
    'account-access restore accounts-2026-01-31.db --check',
    'account-access restore accounts-2026-01-31.db --force',
  ],
  notes: [
    'All access tokens end, and changes since the backup are lost. Keys revoked since then, disabled accounts and used recovery codes are valid again, unless the replaced database can be read and says that they have ended.',
    'In JSON, aside is the path of the replaced database, and ended_again the number of keys, accounts and codes that have ended in it. --check returns neither.',
  ],
  json: [{ ...exampleContent, aside: null, ended_again: null, unread: [] }],
};

interface RestoreOptions extends DatabaseOptions {
  readonly check?: boolean;
  readonly force?: boolean;
}

async function restoreBackup(
  { say, print }: Terminal,
  file: string,
  options: RestoreOptions,
): Promise<void> {
  const { database, check = false, force = false, json = false } = options;
  if (check) {
    const found = await checkBackup(file, Date.now());
    print(json ? toJson(contentOf(found)) : describeInspection(found));
    return say(`${file} is intact.`);
  }
  rejectPostgres(database, 'pg_restore');
  const { inspection, aside, endedAgain, unread } = await restore({
    backup: file,
    database,
    force,
    now: Date.now(),
  });
  const { newestEventAt } = inspection;
  print(
    json
      ? toJson({ ...contentOf(inspection), aside, endedAgain, unread })
      : describeInspection(inspection),
  );
  say(
    `Restored ${file} to ${database}. It needs the secrets file from the time of the backup, ${database}.secrets by default.`,
  );
  if (aside !== undefined) say(`The replaced database is kept as ${aside}.`);
  say('All access tokens have ended, and one-time codes from before now are rejected.');
  say('A repeated request with an Idempotency-Key does not return a key that is in the backup.');
  say(
    `Everything else is as it was at ${newestEventAt === undefined ? 'the time of the backup' : toTime(newestEventAt)}:`,
  );
  say('- later changes to accounts and passwords are undone;');
  if (endedAgain === undefined) {
    say(
      '- recovery codes used since then can be used again, and accounts disabled since then are enabled;',
    );
    return say("- keys revoked since then are active: revoke them with 'keys revoke <id>'.");
  }
  const { keys, accounts, codes } = endedAgain;
  say('- what has ended in the replaced database has ended again:');
  say(
    `  revoked keys: ${keys}, disabled or deleted accounts: ${accounts}, recovery codes: ${codes}.`,
  );
  if (unread.length > 0)
    say(`  It is damaged: what has ended in ${unread.join(', ')} could not be read.`);
}
