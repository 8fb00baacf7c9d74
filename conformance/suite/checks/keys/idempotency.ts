import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type CompletedExchange,
  decided,
  mismatch,
  nothingToJudge,
  safety,
  skipCheck,
} from '../../../engine/index.ts';
import type { AccountName } from '../support/accounts/seen-credentials.ts';
import { generateRequest, plainDescription } from '../support/requests/operation-requests.ts';
import { dataOf, describeResponse } from '../support/responses/service-response.ts';
import { failures, judgeInTurn } from '../support/responses/verdicts.ts';
import {
  generateCheck,
  oncePerRun,
  type ServiceContext,
  serviceChecks,
  type UnnamedCheck,
} from '../support/service-context.ts';

// Servers remember a value for a day, so a run never sends a value of an earlier run.
const newValue = () => `account-access-test-${randomUUID()}`;

const request = (token: string, value: string, body: unknown = { description: plainDescription }) =>
  generateRequest(token, body, { headers: [['Idempotency-Key', value]] });

/** Generates a key. Revokes earlier keys when the server says that there are too many. */
const generate = (context: ServiceContext, value: string, name: AccountName = 'account') =>
  context.sessions.as(name, (token) => request(token, value));

/** Sends a request whose value the server knows. A 409 is a result here: no keys are revoked to make room. */
const repeat = async (context: ServiceContext, value: string, body?: unknown) =>
  context.call(request(await context.sessions.token(), value, body));

const repeated = oncePerRun(async (context) => {
  const value = newValue();
  return { first: await generate(context, value), again: await repeat(context, value) };
});

function keyIn(exchange: CompletedExchange): unknown {
  return dataOf(exchange).api_key;
}

/** A check of a server that returns the same key again. `keys/idempotency-repeat` reports a server that does not. */
function idempotencyCheck(check: UnnamedCheck): UnnamedCheck {
  return generateCheck({
    ...check,
    run: async (context) => {
      const { first, again } = await repeated(context);
      const key = context.outcomeOf(again).success ? keyIn(again) : undefined;
      if (key === undefined || key !== keyIn(first))
        nothingToJudge('the server does not use `Idempotency-Key`');
      return check.run(context);
    },
  });
}

export const idempotencyChecks = serviceChecks(decided('idempotency'), {
  'keys/idempotency-repeat': generateCheck({
    rule: 'Returns the same result, with the key, for a repeated `Idempotency-Key`.',
    run: async (context) => {
      const { first, again } = await repeated(context);
      const exchanges = [first, again];
      const [rejected] = failures(exchanges.map((one) => context.mustSucceed(one, { exchanges })));
      if (rejected || isDeepStrictEqual(dataOf(first), dataOf(again))) return rejected;
      const got =
        keyIn(first) === keyIn(again) ? 'the same key with other data' : 'a different key';
      return mismatch('the same `data` in both responses', got, exchanges);
    },
  }),
  'keys/idempotency-values-differ': idempotencyCheck({
    rule: 'Generates a new key for an `Idempotency-Key` that differs in a character or in case.',
    run: async (context) => {
      const value = newValue();
      const first = await generate(context, value);
      const others = { 'another case': value.toUpperCase(), 'one more character': `${value}0` };
      return judgeInTurn(Object.entries(others), async ([key, other]) => {
        const exchange = await generate(context, other);
        if (context.outcomeOf(exchange).success && keyIn(exchange) !== keyIn(first))
          return undefined;
        const got = keyIn(exchange) === undefined ? describeResponse(exchange) : 'the same key';
        return mismatch('a different key', got, [first, exchange], key);
      });
    },
  }),
  'keys/idempotency-conflict': idempotencyCheck({
    rule: 'Returns 409 `idempotency_conflict` for the same `Idempotency-Key` with a different body.',
    run: async (context) => {
      const value = newValue();
      const first = await generate(context, value);
      const bodies = {
        'another description': { description: `${plainDescription} 2` },
        'no description': {},
      };
      return judgeInTurn(Object.entries(bodies), async ([key, body]) => {
        const exchange = await repeat(context, value, body);
        const details = { key, exchanges: [first, exchange] };
        return context.mustHaveCode(exchange, 409, 'idempotency_conflict', details);
      });
    },
  }),
  'keys/idempotency-after-revocation': idempotencyCheck({
    rule: 'Returns 409 `idempotency_key_spent` for an `Idempotency-Key` whose key was revoked.',
    run: async (context) => {
      const value = newValue();
      const first = await generate(context, value);
      const revoked = await context.keys.revoke(await context.keys.idIn(first));
      if (!context.outcomeOf(revoked).success) return skipCheck('the server revoked no key');
      const exchange = await repeat(context, value);
      const details = { exchanges: [first, revoked, exchange] };
      return context.mustHaveCode(exchange, 409, 'idempotency_key_spent', details);
    },
  }),
  'keys/idempotency-per-user': idempotencyCheck({
    rule: 'Generates a new key when another user sends the same `Idempotency-Key`.',
    ...safety('idempotency'),
    needs: ['account', 'secondAccount'],
    cost: { logins: 1, failures: 0 },
    run: async (context) => {
      const value = newValue();
      const first = await generate(context, value);
      const other = await generate(context, value, 'secondAccount');
      const rejected = context.mustSucceed(other, { exchanges: [first, other] });
      // Only a secret of somebody else does harm.
      if (rejected) return { ...rejected, basis: 'decided' };
      if (keyIn(first) !== keyIn(other)) return undefined;
      return mismatch('a different key', "the other user's key", [first, other]);
    },
  }),
  'keys/idempotency-concurrent': idempotencyCheck({
    rule: 'Returns one key to two parallel requests with the same `Idempotency-Key`.',
    run: async (context) => {
      // A server may allow only a few keys per user.
      await context.keys.revokeAll();
      const value = newValue();
      const exchanges = await Promise.all([repeat(context, value), repeat(context, value)]);
      const [rejected] = failures(exchanges.map((one) => context.mustSucceed(one, { exchanges })));
      if (rejected) return rejected;
      if (new Set(exchanges.map(keyIn)).size === 1) return undefined;
      return mismatch('the same key in both responses', 'two keys', exchanges);
    },
  }),
  'keys/idempotency-value-format': idempotencyCheck({
    rule: 'Accepts an `Idempotency-Key` of up to 255 printable ASCII characters, and returns 400 for any other.',
    run: async (context) => {
      const value = newValue();
      const longest = await generate(context, value.padEnd(255, ' ~').replace(/ $/, '~'));
      const wrong = {
        '256 characters': value.padEnd(256, 'x'),
        'a byte outside ASCII': `${value}\u00E9`,
      };
      const found = [context.mustSucceed(longest, '255 characters')];
      for (const [key, one] of Object.entries(wrong)) {
        found.push(context.mustHaveCode(await generate(context, one), 400, undefined, key));
      }
      return failures(found);
    },
  }),
});
