import { checkValue } from '../../security/encryption/encryption.ts';
import type { EncryptionKey } from '../../security/encryption/keyring.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Engine } from '../engine.ts';

/** A row with this id is there while secrets may be stored in cleartext. */
const clear = 'clear';

export interface KnownKey {
  readonly id: string;
  readonly checkValue: string;
}

/** The keys that something in this database may be encrypted with. */
export interface EncryptionKeys {
  list(): Promise<KnownKey[]>;
  /** Call it before anything is encrypted with the key. */
  remember(key: EncryptionKey, now: number): Promise<void>;
  forget(id: string): Promise<void>;
  /** Whether there may be secrets in cleartext, as earlier releases stored them. */
  mayHaveCleartext(): Promise<boolean>;
  hasNoCleartext(): Promise<void>;
}

export function createEncryptionKeys({ reader, write }: Engine): EncryptionKeys {
  const select = () => reader.selectFrom('encryption_keys').select(['id', 'check_value as checkValue']);
  const remove = (id: string) =>
    write(async (transaction) => {
      await transaction.deleteFrom('encryption_keys').where('id', '=', id).execute();
    });
  return {
    list: () => select().where('id', '<>', clear).orderBy('added_at').orderBy('id').execute(),
    mayHaveCleartext: async () => (await select().where('id', '=', clear).executeTakeFirst()) !== undefined,
    hasNoCleartext: () => remove(clear),
    forget: remove,
    remember: (key, now) =>
      write(async (transaction) => {
        const others = await transaction
          .selectFrom('encryption_keys')
          .select('id')
          .where('id', 'not in', [clear, key.id])
          .execute();
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('encryption_keys')
          .values({ id: key.id, check_value: checkValue(key), added_at: now })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst();
        // The first key comes with the database; only a further one is a rotation.
        if (numInsertedOrUpdatedRows !== 1n || others.length === 0) return;
        const event = { event: 'secrets_rotated', encryptionKey: key.id } as const;
        await recordEvent(transaction, undefined, event, now, { actor: 'operator' });
      }),
  };
}
