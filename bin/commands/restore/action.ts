import { checkBackup, restore } from '../../../operator/backup/restore.ts';
import { toJson } from '../../output/to-json.ts';
import type { Terminal } from '../../terminal.ts';
import { refusePostgres } from '../backup/action.ts';
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
  print(json ? toJson({ ...contentOf(inspection), aside, revokedAgain }) : describeInspection(inspection));
  say(`Restored ${file} to ${database}. It needs the secrets file of then, ${database}.secrets by default.`);
  if (aside !== undefined) say(`The database that was there is kept as ${aside}.`);
  say('All access tokens are ended, and no one-time code of before now is taken.');
  say(`All else is as it was ${newestEventAt === undefined ? 'then' : `at ${toTime(newestEventAt)}`}:`);
  say('- accounts and passwords that were changed or removed since are as they were;');
  say('- recovery codes that were used since can be used again;');
  say(
    revokedAgain === undefined
      ? "- keys that were revoked since are active: end them with 'keys revoke <id>'."
      : `- the replaced database lists ${revokedAgain} keys as revoked since then. They are revoked again.`,
  );
}
