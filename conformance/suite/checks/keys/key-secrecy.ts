import {
  type CompletedExchange,
  decided,
  mismatch,
  safety,
  shown,
  skipCheck,
} from '../../../engine/index.ts';
import { noId } from '../support/accounts/generated-keys.ts';
import { findPrediction, unpredictable } from '../support/predictions/find-prediction.ts';
import { generateRequest, plainDescription } from '../support/requests/operation-requests.ts';
import { dataOf, stringField } from '../support/responses/service-response.ts';
import { aloneOn, generateCheck, oncePerRun, serviceChecks } from '../support/service-context.ts';

// Fewer keys do not show enough, even when they are random.
const minKeys = 8;
// A key may contain a shorter text by chance.
const minTextLength = 8;
const sequentialCount = 6;
const parallelCount = 6;

const sample = oncePerRun(async (context): Promise<readonly CompletedExchange[]> => {
  const generate = (description: string, name: 'account' | 'secondAccount' = 'account') =>
    context.sessions.as(name, (token) => generateRequest(token, { description }));
  const exchanges: CompletedExchange[] = [];
  for (let at = 0; at < sequentialCount; at += 1) {
    exchanges.push(await generate(at % 2 === 0 ? plainDescription : `${plainDescription} ${at}`));
  }
  exchanges.push(
    ...(await Promise.all(Array.from({ length: parallelCount }, () => generate(plainDescription)))),
  );
  if (context.profile.fixtures.secondAccount)
    exchanges.push(await generate(plainDescription, 'secondAccount'));
  return exchanges;
});

const secretsIn = oncePerRun(async (context) => {
  const found = (await sample(context)).flatMap((exchange) => {
    const secret = stringField(dataOf(exchange), 'api_key');
    return secret === undefined ? [] : [{ secret, exchange }];
  });
  return found.length > 1 ? found : skipCheck('no keys could be generated');
});

export const keySecrecyChecks = serviceChecks(shown('2.3-api_key'), {
  'keys/keys-are-unique': generateCheck({
    rule: 'Returns a new key every time, even in parallel and for the same description.',
    ...aloneOn(secretsIn)(async (keys) => {
      const seen = new Map<string, CompletedExchange>();
      for (const { secret, exchange } of keys) {
        const earlier = seen.get(secret);
        if (earlier) {
          return mismatch('a new key', 'a key seen before', [earlier, exchange]);
        }
        seen.set(secret, exchange);
      }
      return undefined;
    }),
  }),
  'keys/ids-are-unique': generateCheck({
    rule: 'Returns a different id for every key.',
    ...shown('4.3.3'),
    exclusive: true,
    run: async (context) => {
      const { certain } = await context.keys.searchId();
      const seen = new Map<string, { secret: string; exchange: CompletedExchange }>();
      for (const { secret, exchange } of await secretsIn(context)) {
        const id = await context.keys.idIn(exchange);
        const earlier = seen.get(id);
        if (earlier && earlier.secret !== secret) {
          if (!certain) return skipCheck(noId);
          return mismatch('a new id', 'the id of another key', [earlier.exchange, exchange]);
        }
        seen.set(id, { secret, exchange });
      }
      return undefined;
    },
  }),
  'keys/keys-are-unpredictable': generateCheck({
    rule: 'Returns keys that nobody can predict from others.',
    ...safety('key-format'),
    ...aloneOn(secretsIn)(async (keys, context) => {
      if (keys.length < minKeys)
        return skipCheck(`${keys.length} keys are too few to show whether keys are predictable`);
      const issued = keys.map(({ secret, exchange }) => ({ text: secret, at: exchange.startedAt }));
      const ids = keys.map(({ exchange }) => String(dataOf(exchange).id ?? ''));
      const known = [context.account().identity, plainDescription, ...ids];
      const prediction = findPrediction(
        issued,
        issued.slice(0, sequentialCount),
        known.filter((text) => text !== ''),
      );
      if (prediction === undefined) return undefined;
      const exchanges = keys.slice(0, 2).map(({ exchange }) => exchange);
      return mismatch(unpredictable, prediction, exchanges);
    }),
  }),
  'keys/keys-contain-no-known-text': generateCheck({
    rule: 'Returns keys that do not encode known text, such as the identity or the description.',
    ...decided('key-format'),
    ...aloneOn(secretsIn)(async (keys, context) => {
      const { identity } = context.account();
      for (const { secret, exchange } of keys) {
        const decoded = `${Buffer.from(secret.replace(/^[a-z]+_/, ''), 'base64').toString('latin1')} ${secret}`;
        const known = [identity, plainDescription].find(
          (text) => text.length >= minTextLength && decoded.includes(text),
        );
        if (known === undefined) continue;
        const got = 'a key that contains the identity or the description';
        return mismatch('a key without known text', got, [exchange]);
      }
      return undefined;
    }),
  }),
});
