import type { Define } from '../../conformance/engine/terminal/program.ts';
import type { Terminal } from '../../conformance/engine/terminal/terminal.ts';
import { sweepAll } from '../../operator/run/sweeping.ts';
import { withExistingStore } from '../existing-store.ts';
import { type DatabaseOptions, defineOnDatabase } from '../options/database-option.ts';
import { toJson } from '../output/format-table.ts';

export const define: Define = (command, terminal) =>
  defineOnDatabase(command, terminal, sweepNow, help);

const help = {
  examples: [
    'account-access sweep',
    'account-access sweep --database /var/lib/account-access/accounts.db',
  ],
  notes: ['A running service does this by itself every few minutes.'],
  json: [{ access_tokens: 120, rate_limits: 4, idempotency_records: 7 }],
} as const;

const sweepNow = (terminal: Terminal, options: DatabaseOptions) =>
  withExistingStore(terminal, options, async ({ sweep }) => {
    const swept = await sweepAll(sweep, Date.now);
    const { accessTokens, rateLimits, idempotencyRecords } = swept;
    terminal.say(
      `Removed ${accessTokens} expired access tokens, ${rateLimits} expired rate-limit counts and ${idempotencyRecords} expired idempotency records.`,
    );
    if (options.json) terminal.print(toJson(swept));
  });
