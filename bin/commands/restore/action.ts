import { checkBackup, restore } from '../../../operator/backup/restore.ts';
import { toJson } from '../../output/to-json.ts';
import type { Terminal } from '../../terminal.ts';
import { rejectPostgres } from '../backup/action.ts';
import { contentOf, describeInspection, toTime } from '../backup/inspection.ts';

export interface RestoreOptions {
  readonly database: string;
  readonly check?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

export async function restoreBackup(
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
  const { inspection, aside, endedAgain } = await restore({
    backup: file,
    database,
    force,
    now: Date.now(),
  });
  const { newestEventAt } = inspection;
  print(json ? toJson({ ...contentOf(inspection), aside, endedAgain }) : describeInspection(inspection));
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
    say('- recovery codes used since then can be used again, and accounts disabled since then are enabled;');
    return say("- keys revoked since then are active: revoke them with 'keys revoke <id>'.");
  }
  const { keys, accounts, codes } = endedAgain;
  say('- what has ended in the replaced database has ended again:');
  say(`  ${keys} revoked keys, ${accounts} disabled or deleted accounts, ${codes} recovery codes.`);
}
