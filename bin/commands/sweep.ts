import { Command } from 'commander';
import { defaultConfig } from '../../server/config.ts';
import { databaseOption } from './database-option.ts';
import { reportFailure } from './report-failure.ts';
import { secretsOption } from './secrets-option.ts';

/** `account-access sweep`: once what a running service does every few minutes. */
export function sweepCommand(): Command {
  return new Command('sweep')
    .description(
      'remove expired access tokens and what the brakes are to forget, beside a running service or without',
    )
    .addOption(databaseOption().default(defaultConfig.database))
    .addOption(secretsOption())
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action((options: { readonly database: string; readonly secrets?: string }) =>
      reportFailure(async () => {
        const { withExistingStore } = await import('./existing-store.ts');
        const { sweepAll } = await import('../../server/sweeping.ts');
        await withExistingStore(options, async ({ sweep }) => {
          const { accessTokens, brakes } = await sweepAll(sweep, Date.now);
          const text = `Removed: ${accessTokens} expired access tokens, ${brakes} counts of failures to forget.`;
          process.stderr.write(`${text}\n`);
        });
      }),
    );
}
