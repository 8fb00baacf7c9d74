import { checkBackup, restore } from '../../server/operator/restore.ts';
import { refusePostgres } from './backup-action.ts';
import { describeInspection, toTime } from './inspection.ts';

export interface RestoreOptions {
  readonly database: string;
  readonly check?: boolean;
  readonly force?: boolean;
}

export async function restoreBackup(file: string, options: RestoreOptions): Promise<void> {
  const { database, check = false, force = false } = options;
  if (check) {
    process.stdout.write(`${describeInspection(await checkBackup(file, Date.now()))}\n`);
    return say(`${file} is sound.`);
  }
  refusePostgres(database, 'pg_restore', 'restores a copy');
  const { inspection, aside, revokedAgain } = await restore({
    backup: file,
    database,
    force,
    now: Date.now(),
  });
  const { newestEventAt } = inspection;
  process.stdout.write(`${describeInspection(inspection)}\n`);
  say(`Restored ${file} to ${database}. It needs the secrets file of then, ${database}.secrets by default.`);
  if (aside !== undefined) say(`The database that was there is kept as ${aside}.`);
  say('All access tokens are ended, and no one-time code of before now is taken.');
  say(`All else is as it was ${newestEventAt === undefined ? 'then' : `at ${toTime(newestEventAt)}`}:`);
  say('- accounts and passwords that were changed or removed since are as they were;');
  say('- recovery codes that were used since can be used again;');
  say(
    revokedAgain === undefined
      ? "- keys that were revoked since are active: end them with 'keys revoke <id>'."
      : `- of the keys revoked since, the replaced database told of ${revokedAgain}, which are revoked again.`,
  );
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
