import { jsonOption } from '../../conformance/engine/terminal/common-options.ts';
import { withHelp } from '../../conformance/engine/terminal/help-texts.ts';
import type { Define } from '../../conformance/engine/terminal/program.ts';
import { sweepAll } from '../../operator/run/sweeping.ts';
import { reporting } from '../define.ts';
import { withExistingStore } from '../existing-store.ts';
import { addDatabaseOptions, type DatabaseOptions } from '../options/database-option.ts';
import { toJson } from '../output/format-table.ts';

export const define: Define = (command, terminal) => {
  addDatabaseOptions(withHelp(command, help).addOption(jsonOption())).action(
    reporting(terminal, (_, options: DatabaseOptions) =>
      withExistingStore(terminal, options, async ({ sweep }) => {
        const swept = await sweepAll(sweep, Date.now);
        const { accessTokens, rateLimits, idempotencyRecords } = swept;
        terminal.say(
          `Removed ${accessTokens} expired access tokens, ${rateLimits} expired rate-limit counts and ${idempotencyRecords} expired idempotency records.`,
        );
        if (options.json) terminal.print(toJson(swept));
      }),
    ),
  );
};

const help = {
  examples: ['account-access sweep', 'account-access sweep --database /var/lib/account-access/accounts.db'],
  notes: ['A running service does this by itself every few minutes.'],
  json: [{ access_tokens: 120, rate_limits: 4, idempotency_records: 7 }],
} as const;
