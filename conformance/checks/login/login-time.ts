import type { CompletedExchange } from '../../check.ts';
import { loginRequest, wrongPassword } from '../support/requests/operation-requests.ts';
import { defineCheck, type ServiceCheck, type ServiceContext } from '../support/service-context.ts';
import { unknownIdentity } from './identity.ts';

/** Rounds before the check may end because it saw no difference, and rounds after which it always ends. */
const [minRounds, maxRounds] = [5, 28];

// Uses every order in turn, so that a periodic disturbance of the machine does not always hit the same series.
const orders = [
  ['unknown', 'known', 'control'],
  ['known', 'control', 'unknown'],
  ['control', 'unknown', 'known'],
  ['control', 'known', 'unknown'],
  ['known', 'unknown', 'control'],
  ['unknown', 'control', 'known'],
] as const;

export const loginTimeChecks: readonly ServiceCheck[] = [
  defineCheck({
    id: 'login/same-time-for-unknown-identity',
    rule: 'Takes the same time to reject an unknown identity and a wrong password.',
    strength: 'observed',
    source: 'mfa',
    operation: 'login',
    cost: { logins: 0, failures: maxRounds * 3 },
    exclusive: true,
    run: async (context) => {
      const { identity } = context.account();
      // Disturbances only make a measurement longer, so the quickest of a series is the most accurate.
      const quickest = { known: Infinity, unknown: Infinity, control: Infinity };
      const measure = async (series: keyof typeof quickest, name: string) => {
        const exchange = await rejectedLogin(context, name);
        quickest[series] = Math.min(quickest[series], exchange.durationMs);
        return exchange;
      };
      let last: CompletedExchange | undefined;
      for (let round = 1; round <= maxRounds; round += 1) {
        // Each round uses new unknown identities, so that a server that caches misses does not get quicker.
        const identities = {
          unknown: unknownIdentity(context, round * 2 - 1),
          known: identity,
          control: unknownIdentity(context, round * 2),
        };
        for (const series of orders[round % orders.length] ?? orders[0]) {
          const exchange = await measure(series, identities[series]);
          if (series === 'known') last = exchange;
        }
        // More rounds remove a difference that comes from the machine, but not one that comes from the server.
        if (round >= minRounds && areSimilar(quickest)) break;
      }
      const { known, unknown, control } = quickest;
      const { difference, noise, allowed } = compare(quickest);
      context.observe(
        `quickest of a series: wrong password ${known.toFixed(1)} ms, unknown identity ${unknown.toFixed(1)} and ${control.toFixed(1)} ms`,
      );
      if (last === undefined || difference < allowed) return undefined;
      return {
        expected: 'no more difference than between two series of the same request',
        got: `${difference.toFixed(1)} ms, where the noise is ${noise.toFixed(1)} ms`,
        exchanges: [last],
      };
    },
  }),
];

interface Quickest {
  readonly known: number;
  readonly unknown: number;
  readonly control: number;
}

/** In milliseconds. Two series of the same request show how much noise the clock and the network cause. */
function compare({ known, unknown, control }: Quickest) {
  const noise = Math.abs(unknown - control);
  const difference = Math.abs(known - (unknown + control) / 2);
  const least = Math.max(2, known * 0.2);
  return { noise, difference, least, allowed: Math.max(3 * noise, least) };
}

/** Whether the difference is small, and the noise is too low to hide a larger one. */
function areSimilar(quickest: Quickest): boolean {
  const { noise, difference, least } = compare(quickest);
  return difference < least && 2 * noise < least;
}

function rejectedLogin(context: ServiceContext, identity: string): Promise<CompletedExchange> {
  return context.call(loginRequest({ identity, password: wrongPassword }));
}
