import { checkValue } from '../../security/encryption/encryption.ts';
import type { EncryptionKey } from '../../security/encryption/keyring.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Engine } from '../engine.ts';

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
}

export function createEncryptionKeys({ reader, write }: Engine): EncryptionKeys {
  return {
    list: () =>
      reader
        .selectFrom('encryption_keys')
        .select(['id', 'check_value as checkValue'])
        .orderBy('added_at')
        .orderBy('id')
        .execute(),
    forget: (id) =>
      write(async (transaction) => {
        await transaction.deleteFrom('encryption_keys').where('id', '=', id).execute();
      }),
    remember: (key, now) =>
      write(async (transaction) => {
        const others = await transaction
          .selectFrom('encryption_keys')
          .select('id')
          .where('id', '<>', key.id)
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
