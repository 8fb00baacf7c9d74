import type {
  KnownNetwork,
  KnownNetworks,
  NewKnownNetwork,
} from '../security/throttle/failed-logins.ts';
import type { Engine, StoreTransaction } from './engine.ts';
import { sql } from './kysely.ts';
import { createStatement } from './statement.ts';

const find = createStatement(
  ({ subject, network, now }: KnownNetwork & { readonly now: number }) => sql<{
    readonly failures: number;
  }>`
    select failures from known_networks
    where subject = ${subject} and network = ${network} and forget_at > ${now}`,
);

/** Also forgets the failures from there. A row of the last hour without failures stays, so that most logins write less. */
export const rememberNetwork = createStatement(
  ({ subject, network, forgetAt }: NewKnownNetwork) => sql`
    insert into known_networks (subject, network, failures, forget_at)
    values (${subject}, ${network}, 0, ${forgetAt})
    on conflict (subject, network) do update set failures = 0, forget_at = excluded.forget_at
    where known_networks.failures > 0 or abs(known_networks.forget_at - excluded.forget_at) > 3600000`,
);

const countFailure = createStatement(
  ({ subject, network }: KnownNetwork) => sql`
    update known_networks set failures = failures + 1
    where subject = ${subject} and network = ${network}`,
);

export function createKnownNetworks({ reader, writeRelaxed }: Engine): KnownNetworks {
  return {
    find: async (known, now) => (await find(reader, { now, ...known })).rows[0],
    countFailure: (known) => writeRelaxed(async (on) => void (await countFailure(on, known)), true),
  };
}

export async function forgetNetworks(
  transaction: StoreTransaction,
  subject: string,
): Promise<void> {
  await transaction.deleteFrom('known_networks').where('subject', '=', subject).execute();
}
