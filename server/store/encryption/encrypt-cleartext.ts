import { type Encryption, keyIdOf } from '../../security/encryption/encryption.ts';
import { costIn } from '../../security/passwords/password-cost.ts';
import type { Engine } from '../engine.ts';
import type { EncryptedRows } from './encrypted-rows.ts';
import type { EncryptionKeys } from './encryption-keys.ts';

/**
 * Encrypts what earlier releases stored in cleartext, once in the life of a database, and leaves none of it in its files.
 * When it is interrupted, the next start continues. Only this function accepts cleartext: afterwards, decrypting it fails.
 */
export async function encryptCleartext(
  engine: Engine,
  rows: EncryptedRows,
  keys: EncryptionKeys,
  encryption: Encryption,
): Promise<void> {
  if (!(await keys.mayHaveCleartext())) return;
  // Every release wrote an audit event for every account that it added.
  if (await hasHistory(engine)) {
    await storeCosts(engine);
    await rows.rewrite((place, text) =>
      keyIdOf(text) === undefined ? encryption.encrypt(place, text) : undefined,
    );
    await engine.scrub();
  }
  await keys.hasNoCleartext();
}

async function hasHistory({ reader }: Engine): Promise<boolean> {
  const event = await reader.selectFrom('audit_events').select('event').limit(1).executeTakeFirst();
  const account = await reader.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  return event !== undefined || account !== undefined;
}

// Before the hashes are encrypted, as their costs are read from them.
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
