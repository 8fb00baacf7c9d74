import { moveRows } from '../../../operator/move/move-rows.ts';
import { secretsPath } from '../../../server/store/encryption/open-encryption.ts';
import { hidePassword } from '../../../server/store/postgres/url.ts';
import { requireDatabase } from '../../existing-store.ts';
import type { DatabaseOptions } from '../../options/database-option.ts';
import { toJson } from '../../output/to-json.ts';
import type { Terminal } from '../../terminal.ts';

export interface MoveOptions extends DatabaseOptions {
  readonly to: string;
  readonly json?: boolean;
}

export async function move({ say, print }: Terminal, options: MoveOptions): Promise<void> {
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
