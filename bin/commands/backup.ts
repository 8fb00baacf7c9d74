import { Command } from 'commander';
import { OperatorError } from '../../server/operator-error.ts';
import { addDatabaseOptions, type DatabaseOptions, withDatabase } from '../database.ts';
import type { AddCommand } from '../terminal.ts';

export const backup: AddCommand = (terminal) =>
  addDatabaseOptions(
    new Command('backup')
      .description('copy the SQLite database into a new file, while the service keeps running')
      .argument('<file>', 'the copy; it must not exist yet'),
  )
    .addHelpText(
      'after',
      `
The copy does not contain the encryption key: keep that in another place.
To restore: stop the service, put the copy in the place of the database, delete
the files <database>-wal and <database>-shm, and run
'account-access accounts end-sessions --all'.`,
    )
    .action((file: string, options: DatabaseOptions) =>
      withDatabase(options, async ({ store, database }) => {
        if (store.database.backup === undefined) {
          throw new OperatorError(`${database} is in PostgreSQL: use pg_dump or its base backups`);
        }
        await store.database.backup(file);
        terminal.say(
          `Copied ${database} to ${file}. Without its encryption key, the copy is not complete.`,
        );
      }),
    );
