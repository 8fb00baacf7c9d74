import type { Define } from '../../conformance/engine/terminal/program.ts';
import type { Terminal } from '../../conformance/engine/terminal/terminal.ts';
import { moveRows } from '../../operator/move/move-rows.ts';
import { secretsPath } from '../../server/store/encryption/open-encryption.ts';
import { hidePassword } from '../../server/store/postgres/url.ts';
import { requireDatabase } from '../existing-store.ts';
import {
  type DatabaseOptions,
  databaseHelp,
  defineOnDatabase,
  targetOption,
} from '../options/database-option.ts';
import { toJson } from '../output/format-table.ts';

export const define: Define = (command, terminal) =>
  defineOnDatabase(command.addOption(targetOption()), terminal, move, help);

const help = {
  examples: [
    "account-access move --to 'postgres://accounts@db.example:5432/accounts?sslmode=verify-full'",
    "account-access move --database 'postgres://accounts@db.example/accounts?sslmode=verify-full' --secrets accounts.secrets --to copy.db",
  ],
  notes: [
    'Stop all services first. The command updates the schema of the source, and nothing else there. The target must be empty, and stays empty if the copy fails. Both need the same secrets file.',
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
      known_networks: 4,
      encryption_keys: 1,
    },
  ],
} as const;

interface MoveOptions extends DatabaseOptions {
  readonly to: string;
}

async function move({ say, print }: Terminal, options: MoveOptions): Promise<void> {
  const { database, to, json = false } = options;
  requireDatabase(database);
  const secrets = secretsPath(database, options.secrets);
  const counts = await moveRows({ from: database, to, secrets, now: Date.now() });
  if (json) print(toJson(counts));
  say(
    `Moved from ${hidePassword(database)} to ${hidePassword(to)}: accounts ${counts.accounts}, keys ${counts.api_keys}, events ${counts.audit_events}.`,
  );
  say(
    `The new database needs the same secrets file: give --secrets ${secrets} to 'serve' and to all other commands.`,
  );
  say(`Do not use ${hidePassword(database)} any more: later changes there are not copied.`);
}
