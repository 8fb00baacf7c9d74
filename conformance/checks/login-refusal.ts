import type { AnsweredExchange } from '../check.ts';
import { unknownIdentity } from './login-identity.ts';
import { mustBeAlike } from './support/alike.ts';
import { dataOf } from './support/answer.ts';
import type { ServiceCheck, ServiceContext } from './support/context.ts';
import { defineCheck } from './support/define.ts';
import { once } from './support/once.ts';
import { loginRequest } from './support/operations.ts';
import { failures, mustBeCode, mustBeRefused } from './support/verdicts.ts';

const rounds = 7;
const wrongPassword = 'Not-the-password-of-anyone-7';

/** A login refused for its password: what the other refusals are compared with. */
export const wrongLogin = once((context) => {
  const { identity } = context.account();
  return context.ask(loginRequest({ identity, password: wrongPassword }));
});

const unknownLogin = once((context) =>
  context.ask(loginRequest({ identity: unknownIdentity(context), password: wrongPassword })),
);

const disabledLogin = once((context) => {
  const { identity, password } = context.account('disabledAccount');
  return context.ask(loginRequest({ identity, password }));
});

export const loginRefusalChecks: readonly ServiceCheck[] = [
  defineCheck({
    id: 'login/refusal-gives-no-token',
    rule: 'A refused login gives no token.',
    strength: 'shown',
    source: '1',
    operation: 'login',
    cost: { logins: 0, failures: 2 },
    run: async (context) =>
      failures(
        [await wrongLogin(context), await unknownLogin(context)]
          .filter((exchange) => !context.outcomeOf(exchange).success)
          .filter((exchange) => typeof dataOf(exchange).access_token === 'string')
          .map((exchange) => ({
            expected: 'no data.access_token',
            got: 'one beside the refusal',
            exchanges: [exchange],
          })),
      ),
  }),
  defineCheck({
    id: 'login/refusal-is-401',
    rule: 'A wrong password is answered with 401 invalid_credentials.',
    strength: 'decided',
    source: 'mfa',
    operation: 'login',
    run: async (context) => mustBeCode(context, await wrongLogin(context), 401, 'invalid_credentials'),
  }),
  defineCheck({
    id: 'login/unknown-answers-like-wrong',
    rule: 'An unknown identity and a wrong password are answered alike in status, headers and body.',
    strength: 'decided',
    source: 'mfa',
    operation: 'login',
    run: async (context) => mustBeAlike(await wrongLogin(context), await unknownLogin(context)),
  }),
  defineCheck({
    id: 'login/disabled-account-is-refused',
    rule: 'A disabled account does not log in.',
    strength: 'decided',
    source: 'mfa',
    operation: 'login',
    needs: ['account', 'disabledAccount'],
    cost: { logins: 0, failures: 1 },
    run: async (context) => mustBeRefused(context, await disabledLogin(context)),
  }),
  defineCheck({
    id: 'login/disabled-answers-like-wrong',
    rule: 'A disabled account and a wrong password are answered alike in status, headers and body.',
    strength: 'decided',
    source: 'mfa',
    operation: 'login',
    needs: ['account', 'disabledAccount'],
    run: async (context) => mustBeAlike(await wrongLogin(context), await disabledLogin(context)),
  }),
  defineCheck({
    id: 'login/password-required-tells-nothing',
    rule: 'Without a password every identity, known or not, is answered with the same 401 password_required.',
    strength: 'decided',
    source: 'mfa',
    operation: 'login',
    cost: { logins: 0, failures: 2 },
    run: async (context) => {
      const known = await context.ask(loginRequest({ identity: context.account().identity }));
      const unknown = await context.ask(loginRequest({ identity: unknownIdentity(context) }));
      return failures([
        mustBeCode(context, known, 401, 'password_required', { key: 'code' }),
        mustBeAlike(known, unknown, 'alike'),
      ]);
    },
  }),
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
      const [known, unknown, control] = [median(times.known), median(times.unknown), median(times.control)];
      // Two series of the same question show how much the clock and the network alone make of it.
      const noise = Math.abs(unknown - control);
      const difference = Math.abs(known - (unknown + control) / 2);
      context.observe(
        `medians of ${rounds}: wrong password ${known.toFixed(1)} ms, unknown identity ${unknown.toFixed(1)} and ${control.toFixed(1)} ms`,
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

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
