import { type Define, reporting } from '../../define.ts';
import { withHelp } from '../../help/help-texts.ts';
import { jsonOption } from '../../options/common-options.ts';
import { addDatabaseOptions, databaseHelp, targetOption } from '../../options/database-option.ts';
import { move } from './action.ts';

/** `account-access move`: copies a database into an empty one, SQLite or PostgreSQL. */
export const define: Define = (command, terminal) => {
  addDatabaseOptions(withHelp(command, help).addOption(targetOption()).addOption(jsonOption())).action(
    reporting(terminal, move),
  );
};

const help = {
  examples: [
    "account-access move --to 'postgres://accounts@db.example:5432/accounts?sslmode=verify-full'",
    "account-access move --database 'postgres://accounts@db.example/accounts?sslmode=verify-full' --secrets accounts.secrets --to copy.db",
  ],
  notes: [
    'Stop all services first. The command updates the schema of the database that it copies, and changes nothing else there. The other database must be empty, and stays empty if the copy fails. Both need the same secrets file.',
    databaseHelp,
  ],
  json: [
    {
      accounts: 3,
      recovery_codes: 10,
      access_tokens: 2,
      api_keys: 5,
      idempotency_records: 2,
      audit_events: 42,
      rate_limits: 0,
      encryption_keys: 1,
    },
  ],
} as const;
