import { Command } from 'commander';
import { withFacts } from '../../help/facts.ts';
import { jsonOption } from '../../options/common-options.ts';
import { addDatabaseOptions, type DatabaseOptions } from '../../options/database-option.ts';
import { reportFailure } from '../../output/report-failure.ts';
import { toJson } from '../../output/to-json.ts';
import type { Terminal } from '../../terminal.ts';

/** `account-access sweep`: does once what a running service does every few minutes. */
export function sweepCommand(terminal: Terminal): Command {
  return addDatabaseOptions(
    withFacts(new Command('sweep'), facts)
      .description(
        'remove expired access tokens, rate-limit counts and idempotency records, also while the service runs',
      )
      .addOption(jsonOption()),
  ).action((options: DatabaseOptions & { readonly json?: boolean }) =>
    reportFailure(terminal, async () => {
      const { withExistingStore } = await import('../../existing-store.ts');
      const { sweepAll } = await import('../../../operator/run/sweeping.ts');
      await withExistingStore(terminal, options, async ({ sweep }) => {
        const swept = await sweepAll(sweep, Date.now);
        const { accessTokens, rateLimits, idempotencyRecords } = swept;
        terminal.say(
          `Removed ${accessTokens} expired access tokens, ${rateLimits} expired rate-limit counts and ${idempotencyRecords} expired idempotency records.`,
        );
        if (options.json) terminal.print(toJson(swept));
      });
    }),
  );
}

const facts = {
  examples: ['account-access sweep', 'account-access sweep --database /var/lib/account-access/accounts.db'],
  notes: ['A running service does this by itself every few minutes.'],
  json: [{ access_tokens: 120, rate_limits: 4, idempotency_records: 7 }],
} as const;
