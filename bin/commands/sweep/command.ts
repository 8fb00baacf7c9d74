import { Command } from 'commander';
import { withFacts } from '../../help/facts.ts';
import { jsonOption } from '../../options/common-options.ts';
import { type DatabaseOptions, onDatabase } from '../../options/database-option.ts';
import { reportFailure } from '../../output/report-failure.ts';
import { toJson } from '../../output/to-json.ts';
import type { Terminal } from '../../terminal.ts';

/** `account-access sweep`: once what a running service does every few minutes. */
export function sweepCommand(terminal: Terminal): Command {
  return onDatabase(
    withFacts(new Command('sweep'), facts)
      .description(
        'remove expired access tokens and what the brakes are to forget, beside a running service or without',
      )
      .addOption(jsonOption()),
  ).action((options: DatabaseOptions & { readonly json?: boolean }) =>
    reportFailure(terminal, async () => {
      const { withExistingStore } = await import('../../existing-store.ts');
      const { sweepAll } = await import('../../../operator/run/sweeping.ts');
      await withExistingStore(terminal, options, async ({ sweep }) => {
        const { accessTokens, brakes } = await sweepAll(sweep, Date.now);
        terminal.say(
          `Removed: ${accessTokens} expired access tokens, ${brakes} counts of failures to forget.`,
        );
        if (options.json) terminal.print(toJson({ accessTokens, brakes }));
      });
    }),
  );
}

const facts = {
  examples: ['account-access sweep', 'account-access sweep --database /var/lib/account-access/accounts.db'],
  notes: ['A running service sweeps by itself, every few minutes.'],
  json: [{ access_tokens: 120, brakes: 4 }],
} as const;
