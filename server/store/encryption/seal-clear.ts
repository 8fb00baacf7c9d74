import { keyIdOf } from '../../security/encryption/seal.ts';
import type { Seals } from '../../security/encryption/seals.ts';
import { costIn } from '../../security/passwords/password-cost.ts';
import type { Engine } from '../engine/engine.ts';
import { scrubSqlite } from '../sqlite/scrub.ts';
import type { SealedRows } from './sealed-rows.ts';
import type { SealingKeys } from './sealing-keys.ts';

/**
 * Seals what earlier releases stored in clear, once in the life of a database, and leaves none of it in its files. When it
 * is broken off, the next start goes on. A text in clear is taken for what it is only here: afterwards it opens nowhere.
 */
export async function sealClear(
  engine: Engine,
  rows: SealedRows,
  keys: SealingKeys,
  seals: Seals,
): Promise<void> {
  if (!(await keys.mayHaveClear())) return;
  // Every release told in the audit of every account that it added.
  if (await hasHistory(engine)) {
    await storeCosts(engine);
    await rows.rewrite((place, text) => (keyIdOf(text) === undefined ? seals.seal(place, text) : undefined));
    if (engine.kind === 'sqlite') await scrubSqlite(engine);
  }
  await keys.hasNoneInClear();
}

async function hasHistory({ reader }: Engine): Promise<boolean> {
  const event = await reader.selectFrom('audit_events').select('event').limit(1).executeTakeFirst();
  const account = await reader.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  return event !== undefined || account !== undefined;
}

// Before the hashes are sealed: what they cost is read from them.
async function storeCosts({ reader, write }: Engine): Promise<void> {
  for (;;) {
    const accounts = await reader
      .selectFrom('accounts')
      .select(['id', 'password_hash'])
      .where('password_cost', 'is', null)
      .where('password_hash', 'like', '$argon2id$%')
      .limit(100)
      .execute();
    if (accounts.length === 0) return;
    await write(async (transaction) => {
      for (const { id, password_hash: hash } of accounts) {
        await transaction
          .updateTable('accounts')
          .set({ password_cost: costIn(hash) ?? 'unknown' })
          .where('id', '=', id)
          .where('password_hash', '=', hash)
          .execute();
      }
    });
  }
}
