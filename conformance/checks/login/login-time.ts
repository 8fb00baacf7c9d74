import type { CompletedExchange } from '../../check.ts';
import { loginRequest } from '../support/requests/operation-requests.ts';
import { defineCheck, type ServiceCheck, type ServiceContext } from '../support/service-context.ts';
import { unknownIdentity } from './identity.ts';
import { wrongPassword } from './rejected-login.ts';

/** Rounds after which an answer is given where nothing stands out, and those after which it must be given. */
const [fewest, most] = [7, 28];

// In every order in turn: what disturbs a machine at regular intervals would meet the same question each time.
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
    cost: { logins: 0, failures: most * 3 },
    run: async (context) => {
      const { identity } = context.account();
      // What disturbs a measurement only ever adds to it: of a series, the quickest was disturbed least.
      const quickest = { known: Infinity, unknown: Infinity, control: Infinity };
      const call = async (series: keyof typeof quickest, name: string) => {
        const exchange = await refusedLogin(context, name);
        quickest[series] = Math.min(quickest[series], exchange.durationMs);
        return exchange;
      };
      let last: CompletedExchange | undefined;
      for (let round = 1; round <= most; round += 1) {
        // Another unknown identity each time, so that a server that remembers misses is not quicker for it.
        const asked = {
          unknown: unknownIdentity(context, round * 2 - 1),
          known: identity,
          control: unknownIdentity(context, round * 2),
        };
        for (const series of orders[round % orders.length] ?? orders[0]) {
          const exchange = await call(series, asked[series]);
          if (series === 'known') last = exchange;
        }
        // A difference that more rounds do not take away is the server's; one that they do was the machine's.
        if (round >= fewest && areAlike(quickest)) break;
      }
      const { known, unknown, control } = quickest;
      const { difference, noise, allowed } = compare(quickest);
      context.observe(
        `quickest of a series: wrong password ${known.toFixed(1)} ms, unknown identity ${unknown.toFixed(1)} and ${control.toFixed(1)} ms`,
      );
      if (last === undefined || difference < allowed) return undefined;
      return {
        expected: 'no difference beyond that between two series of the same question',
        got: `${difference.toFixed(1)} ms, where chance makes ${noise.toFixed(1)} ms`,
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

/** In milliseconds. Two series of the same question show how much the clock and the network alone make of it. */
function compare({ known, unknown, control }: Quickest) {
  const noise = Math.abs(unknown - control);
  const difference = Math.abs(known - (unknown + control) / 2);
  const least = Math.max(2, known * 0.2);
  return { noise, difference, least, allowed: Math.max(3 * noise, least) };
}

/** Whether nothing stands out, and not for the noise alone. */
function areAlike(quickest: Quickest): boolean {
  const { noise, difference, least } = compare(quickest);
  return difference < least && 3 * noise < least;
}

function refusedLogin(context: ServiceContext, identity: string): Promise<CompletedExchange> {
  return context.call(loginRequest({ identity, password: wrongPassword }));
}
