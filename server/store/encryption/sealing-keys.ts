import type { SealingKey } from '../../security/encryption/keyring.ts';
import { checkValue } from '../../security/encryption/seal.ts';
import { recordEvent } from '../audit/audit.ts';
import type { Engine } from '../engine/engine.ts';

/** Stands among the keys while secrets may be stored that no release has sealed yet. */
const clear = 'clear';

export interface KnownKey {
  readonly id: string;
  readonly checkValue: string;
}

/** Which keys something in this database may be sealed with. */
export interface SealingKeys {
  list(): Promise<KnownKey[]>;
  /** Before anything is sealed with it. */
  remember(key: SealingKey, now: number): Promise<void>;
  forget(id: string): Promise<void>;
  /** Whether there may be secrets in clear, as earlier releases stored them. */
  mayHaveClear(): Promise<boolean>;
  hasNoneInClear(): Promise<void>;
}

export function createSealingKeys({ reader, write }: Engine): SealingKeys {
  const select = () => reader.selectFrom('encryption_keys').select(['id', 'check_value as checkValue']);
  const remove = (id: string) =>
    write(async (transaction) => {
      await transaction.deleteFrom('encryption_keys').where('id', '=', id).execute();
    });
  return {
    list: () => select().where('id', '<>', clear).orderBy('added_at').orderBy('id').execute(),
    mayHaveClear: async () => (await select().where('id', '=', clear).executeTakeFirst()) !== undefined,
    hasNoneInClear: () => remove(clear),
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
        // The first key comes with the database; only another one is a rotation.
        if (numInsertedOrUpdatedRows !== 1n || others.length === 0) return;
        const event = { event: 'secrets_rotated', sealingKey: key.id } as const;
        await recordEvent(transaction, undefined, event, now, { actor: 'operator' });
      }),
  };
}
