import { Command } from 'commander';
import { withFacts } from '../../help/facts.ts';
import { jsonOption } from '../../options/common-options.ts';
import { addDatabaseOptions, databaseHelp, targetOption } from '../../options/database-option.ts';
import { reportFailure } from '../../output/report-failure.ts';
import type { Terminal } from '../../terminal.ts';

/** `account-access move`: copies a database into an empty one, SQLite or PostgreSQL. */
export function moveCommand(terminal: Terminal): Command {
  return addDatabaseOptions(
    withFacts(new Command('move'), facts)
      .description(
        'copy everything from one database into an empty one, SQLite or PostgreSQL, while no service runs',
      )
      .addOption(targetOption())
      .addOption(jsonOption()),
  ).action((options) =>
    reportFailure(terminal, async () => (await import('./action.ts')).move(terminal, options)),
  );
}

const facts = {
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
