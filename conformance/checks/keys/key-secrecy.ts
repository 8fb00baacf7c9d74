import type { CompletedExchange } from '../../check.ts';
import { skipCheck } from '../../outcome.ts';
import { findKeyId } from '../support/accounts/key-id.ts';
import { generateRequest, plainDescription } from '../support/requests/operation-requests.ts';
import { dataOf, stringField } from '../support/responses/service-response.ts';
import {
  defineCheck,
  oncePerRun,
  type ServiceCheck,
  type ServiceContext,
} from '../support/service-context.ts';

// Fewer keys do not show enough, however random they are.
const fewest = 8;
// Of what is shorter, chance puts something into a key.
const shortestTelling = 8;
const runInParallel = 10;
const atOnce = 6;

/** Keys generated one after another and all at once, with descriptions alike and different, by one user and by two. */
const sample = oncePerRun(async (context): Promise<readonly CompletedExchange[]> => {
  const generate = (description: string, name: 'account' | 'secondAccount' = 'account') =>
    context.sessions.as(name, (token) => generateRequest(token, { description }));
  const answers: CompletedExchange[] = [];
  for (let at = 0; at < runInParallel; at += 1) {
    answers.push(await generate(at % 2 === 0 ? plainDescription : `${plainDescription} ${at}`));
  }
  answers.push(...(await Promise.all(Array.from({ length: atOnce }, () => generate(plainDescription)))));
  if (context.profile.fixtures.secondAccount) answers.push(await generate(plainDescription, 'secondAccount'));
  return answers;
});

async function secretsIn(context: ServiceContext) {
  const found = (await sample(context)).flatMap((exchange) => {
    const secret = stringField(dataOf(exchange), 'api_key');
    return secret === undefined ? [] : [{ secret, exchange }];
  });
  return found.length > 1 ? found : skipCheck('no keys could be generated');
}

export const keySecrecyChecks: readonly ServiceCheck[] = [
  defineCheck({
    id: 'keys/keys-are-unique',
    rule: 'Returns a new key every time, even for parallel requests and for the same description.',
    strength: 'shown',
    source: '2.3',
    operation: 'generateApiKey',
    run: async (context) => {
      const seen = new Map<string, CompletedExchange>();
      for (const { secret, exchange } of await secretsIn(context)) {
        const earlier = seen.get(secret);
        if (earlier) {
          return { expected: 'a new key', got: 'a key seen before', exchanges: [earlier, exchange] };
        }
        seen.set(secret, exchange);
      }
      return undefined;
    },
  }),
  defineCheck({
    id: 'keys/ids-are-unique',
    rule: 'Returns a different id for every key.',
    strength: 'shown',
    source: '4.3',
    operation: 'generateApiKey',
    run: async (context) => {
      const seen = new Map<string, { secret: string; exchange: CompletedExchange }>();
      for (const { secret, exchange } of await secretsIn(context)) {
        const id = findKeyId(exchange.response.json?.value, context.profile.keyId)?.id;
        if (id === undefined) return skipCheck('the id of a new key was not found in the answer');
        const earlier = seen.get(id);
        if (earlier && earlier.secret !== secret) {
          return {
            expected: 'an id of its own',
            got: 'the id of another key',
            exchanges: [earlier.exchange, exchange],
          };
        }
        seen.set(id, { secret, exchange });
      }
      return undefined;
    },
  }),
  defineCheck({
    id: 'keys/keys-are-unpredictable',
    rule: 'Returns keys that vary enough that nobody can predict one from the others.',
    strength: 'decided',
    source: 'key-format',
    operation: 'generateApiKey',
    run: async (context) => {
      const keys = await secretsIn(context);
      if (keys.length < fewest) return skipCheck(`of ${keys.length} keys nothing can be told`);
      const bits = varyingBits(keys.map(({ secret }) => secret));
      context.observe(
        `${keys.length} keys vary in about ${Math.round(bits)} bits, as far as so few can show`,
      );
      if (bits >= 48) return undefined;
      return {
        expected: 'keys that vary in 48 bits or more',
        got: `about ${Math.round(bits)} bits in ${keys.length} keys`,
        exchanges: keys.slice(-2).map(({ exchange }) => exchange),
      };
    },
  }),
  defineCheck({
    id: 'keys/keys-contain-no-known-text',
    rule: 'Returns keys that do not encode known text, such as the identity or the description.',
    strength: 'decided',
    source: 'key-format',
    operation: 'generateApiKey',
    run: async (context) => {
      const { identity } = context.account();
      const keys = await secretsIn(context);
      for (const { secret, exchange } of keys) {
        const decoded = `${Buffer.from(secret.replace(/^[a-z]+_/, ''), 'base64').toString('latin1')} ${secret}`;
        const known = [identity, plainDescription].find(
          (text) => text.length >= shortestTelling && decoded.includes(text),
        );
        if (known === undefined) continue;
        return {
          expected: 'a key without meaning',
          got: 'one that tells whose it is',
          exchanges: [exchange],
        };
      }
      return undefined;
    },
  }),
];

/**
 * How many bits a sample shows to vary: position by position, the entropy of what stands there. With n keys a position
 * shows log2 n bits at most, so this is far below what random keys have, and near zero for counters and times.
 */
function varyingBits(keys: readonly string[]): number {
  const longest = Math.max(...keys.map((key) => key.length));
  let bits = 0;
  for (let at = 0; at < longest; at += 1) {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key[at] ?? '', (counts.get(key[at] ?? '') ?? 0) + 1);
    for (const count of counts.values()) bits -= (count / keys.length) * Math.log2(count / keys.length);
  }
  return bits;
}
