import type { AnsweredExchange } from '../check.ts';
import { unknownIdentity } from './login-identity.ts';
import { wrongPassword } from './login-refusal.ts';
import type { ServiceCheck, ServiceContext } from './support/context.ts';
import { defineCheck } from './support/define.ts';
import { loginRequest } from './support/operations.ts';

const rounds = 7;

export const loginTimeChecks: readonly ServiceCheck[] = [
  defineCheck({
    id: 'login/unknown-takes-as-long-as-wrong',
    rule: 'An unknown identity and a wrong password take equally long to refuse.',
    strength: 'observed',
    source: 'mfa',
    operation: 'login',
    cost: { logins: 0, failures: rounds * 3 },
    run: async (context) => {
      const { identity } = context.account();
      const times = { known: [] as number[], unknown: [] as number[], control: [] as number[] };
      let last: AnsweredExchange | undefined;
      for (let round = 0; round < rounds; round += 1) {
        // Another unknown identity each time, so that a server that remembers misses is not quicker for it.
        times.unknown.push((await refusedLogin(context, unknownIdentity(context, round * 2 + 1))).durationMs);
        last = await refusedLogin(context, identity);
        times.known.push(last.durationMs);
        times.control.push((await refusedLogin(context, unknownIdentity(context, round * 2 + 2))).durationMs);
      }
      // What disturbs a measurement only ever adds to it: the quickest of a series is the one that was disturbed least.
      const [known, unknown, control] = [
        quickest(times.known),
        quickest(times.unknown),
        quickest(times.control),
      ];
      // Two series of the same question show how much the clock and the network alone make of it.
      const noise = Math.abs(unknown - control);
      const difference = Math.abs(known - (unknown + control) / 2);
      context.observe(
        `quickest of ${rounds}: wrong password ${known.toFixed(1)} ms, unknown identity ${unknown.toFixed(1)} and ${control.toFixed(1)} ms`,
      );
      if (last === undefined || difference < Math.max(3 * noise, 2, known * 0.2)) return undefined;
      return {
        expected: 'no difference beyond that between two series of the same question',
        got: `${difference.toFixed(1)} ms, where chance makes ${noise.toFixed(1)} ms`,
        exchanges: [last],
      };
    },
  }),
];

function refusedLogin(context: ServiceContext, identity: string): Promise<AnsweredExchange> {
  return context.ask(loginRequest({ identity, password: wrongPassword }));
}

function quickest(times: readonly number[]): number {
  return Math.min(...times);
}
