import { accountSubject, addressSubject } from './subject.ts';
import { perWindow, type RateLimitStates, takeTurn, toSeconds } from './throttle.ts';

const minute = 60_000;

/** Counts requests of a kind, of a user or, where there is none, of an address. */
export function createRequestCounter<Kind extends string>(
  states: RateLimitStates,
  perMinute: Readonly<Record<Kind, number>>,
  now: () => number,
) {
  return async (
    kind: Kind,
    { accountId, address }: { readonly accountId: string | undefined; readonly address: string },
  ): Promise<number | undefined> => {
    const subject = accountId === undefined ? addressSubject(address) : accountSubject(accountId);
    const turn = await takeTurn(states, { subject, action: kind }, perWindow(perMinute[kind], minute), now());
    return 'waitMs' in turn ? toSeconds(turn.waitMs) : undefined;
  };
}
