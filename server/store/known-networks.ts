import type { KnownNetwork, KnownNetworks } from '../security/throttle/failed-logins.ts';
import type { Engine, StoreTransaction } from './engine.ts';
import { createStatement } from './statement.ts';

const find = createStatement((creator, values: KnownNetwork & { readonly now: number }) =>
  creator
    .selectFrom('known_networks')
    .select('failures')
    .where('subject', '=', values.subject)
    .where('network', '=', values.network)
    .where('forget_at', '>', values.now),
);

const remember = createStatement((creator, values: KnownNetwork & { readonly forgetAt: number }) =>
  creator
    .insertInto('known_networks')
    .values({
      subject: values.subject,
      network: values.network,
      failures: 0,
      forget_at: values.forgetAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'network']).doUpdateSet({ failures: 0, forget_at: values.forgetAt }),
    ),
);

const countFailure = createStatement((creator, values: KnownNetwork) =>
  creator
    .updateTable('known_networks')
    .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
    .where('subject', '=', values.subject)
    .where('network', '=', values.network),
);

export function createKnownNetworks({
  reader,
  writeRelaxed,
}: Pick<Engine, 'reader' | 'writeRelaxed'>): KnownNetworks {
  return {
    find: async (known, now) => (await find(reader, { now, ...known })).rows[0],
    remember: async (known, forgetAt) => {
      await writeRelaxed((on) => remember(on, { forgetAt, ...known }));
    },
    countFailure: async (known) => {
      await writeRelaxed((on) => countFailure(on, known));
    },
  };
}

export async function forgetNetworks(transaction: StoreTransaction, subject: string): Promise<void> {
  await transaction.deleteFrom('known_networks').where('subject', '=', subject).execute();
}
