import type { CompletedExchange } from '../../check.ts';
import { findKeyId } from '../support/accounts/key-id.ts';
import { generateRequest, plainDescription, revokeRequest } from '../support/requests/operation-requests.ts';
import { dataOf, describeResponse, stringField } from '../support/responses/service-response.ts';
import { failures, mustBeRejected, mustSucceed } from '../support/responses/verdicts.ts';
import { defineCheck, oncePerRun, type ServiceCheck } from '../support/service-context.ts';

/** A key that several checks look at; none of them revokes it. */
const oneKey = oncePerRun(async (context) => {
  // A server may let a user have few of them.
  await context.keys.revokeAll();
  return context.sessions.as('account', (token) => generateRequest(token, { description: plainDescription }));
});

function absent(exchange: CompletedExchange, names: readonly string[]) {
  const data = dataOf(exchange);
  return names
    .filter((name) => typeof data[name] !== 'string')
    .map((name) => ({
      expected: `a string in data.${name}`,
      got: typeof data[name],
      exchanges: [exchange],
      key: name,
    }));
}

export const keyChecks: readonly ServiceCheck[] = [
  defineCheck({
    id: 'keys/generation-gives-a-key',
    rule: 'Generation with a token and a description succeeds and gives the new key.',
    strength: 'shown',
    source: '4.2',
    operation: 'generateApiKey',
    run: async (context) => {
      const exchange = await oneKey(context);
      const refused = mustSucceed(context, exchange);
      if (refused) return refused;
      const key = dataOf(exchange).api_key;
      if (typeof key === 'string' && key !== '') return undefined;
      const got = key === '' ? 'an empty string' : typeof key;
      return { expected: 'a string in data.api_key', got, exchanges: [exchange] };
    },
  }),
  defineCheck({
    id: 'keys/note-is-text',
    rule: 'The note of a generation result, if there is one, is a string.',
    strength: 'shown',
    source: '2.3',
    operation: 'generateApiKey',
    run: async (context) => {
      const exchange = await oneKey(context);
      const { note } = dataOf(exchange);
      if (note === undefined || typeof note === 'string') return undefined;
      return { expected: 'a string in data.note', got: JSON.stringify(note), exchanges: [exchange] };
    },
  }),
  defineCheck({
    id: 'keys/result-is-complete',
    rule: 'A generation result has id, api_key, key_prefix, description, note and created_at.',
    strength: 'decided',
    source: 'key-format',
    operation: 'generateApiKey',
    run: async (context) =>
      absent(await oneKey(context), ['id', 'key_prefix', 'description', 'note', 'created_at']),
  }),
  defineCheck({
    id: 'keys/id-can-be-found',
    rule: 'The answer says by which id the key can be revoked.',
    strength: 'decided',
    source: 'key-id',
    operation: 'generateApiKey',
    run: async (context) => {
      const exchange = await oneKey(context);
      if (findKeyId(exchange.response.json?.value, context.profile.keyId)) return undefined;
      return { expected: 'an id in the answer', got: 'none where it was looked for', exchanges: [exchange] };
    },
  }),
  defineCheck({
    id: 'keys/have-their-form',
    rule: 'A key is aak_ and 49 letters or digits, its id key_ and 22.',
    strength: 'decided',
    source: 'key-format',
    operation: 'generateApiKey',
    run: async (context) => {
      const exchange = await oneKey(context);
      const { api_key: key, id } = dataOf(exchange);
      return failures([
        /^aak_[0-9A-Za-z]{49}$/.test(String(key))
          ? undefined
          : {
              expected: 'aak_ and 49 letters or digits',
              got: 'another form',
              exchanges: [exchange],
              key: 'key',
            },
        id === undefined || /^key_[0-9A-Za-z]{22}$/.test(String(id))
          ? undefined
          : {
              expected: 'key_ and 22 letters or digits',
              got: 'another form',
              exchanges: [exchange],
              key: 'id',
              source: 'key-id',
            },
      ]);
    },
  }),
  defineCheck({
    id: 'keys/prefix-is-the-beginning',
    rule: 'key_prefix is the first twelve characters of the key.',
    strength: 'decided',
    source: 'key-format',
    operation: 'generateApiKey',
    run: async (context) => {
      const exchange = await oneKey(context);
      const { api_key: key, key_prefix: prefix } = dataOf(exchange);
      if (prefix === undefined || prefix === String(key).slice(0, 12)) return undefined;
      return { expected: 'the first twelve characters', got: 'something else', exchanges: [exchange] };
    },
  }),
  defineCheck({
    id: 'keys/creation-has-a-time',
    rule: 'created_at is a time in UTC (RFC 3339), and the time of the generation.',
    strength: 'decided',
    source: 'key-format',
    operation: 'generateApiKey',
    run: async (context) => {
      const exchange = await oneKey(context);
      const created = stringField(dataOf(exchange), 'created_at');
      if (created === undefined) return undefined;
      // The server's own clock, when it tells what that says.
      const now = Date.parse(exchange.response.header('date') ?? '') || exchange.startedAt;
      const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]00:00)$/i.test(created);
      if (utc && Math.abs(Date.parse(created) - now) < 60_000) return undefined;
      return { expected: 'the present time in UTC', got: JSON.stringify(created), exchanges: [exchange] };
    },
  }),
  defineCheck({
    id: 'keys/id-is-not-the-key',
    rule: 'The id of a key does not give the key away: it stands in URLs, and so in logs.',
    strength: 'decided',
    source: 'key-id',
    operation: 'generateApiKey',
    run: async (context) => {
      const { id, secret, exchange } = await context.keys.revocable();
      if (!id.includes(secret)) return undefined;
      return { expected: 'an id apart from the key', got: 'an id with the key in it', exchanges: [exchange] };
    },
  }),
  defineCheck({
    id: 'keys/are-no-bearer-tokens',
    rule: 'An API key is not accepted in place of an access token.',
    strength: 'decided',
    source: 'key-as-bearer',
    operation: 'generateApiKey',
    run: async (context) => {
      const { secret, id } = await context.keys.generate();
      const generated = mustBeRejected(context, await context.call(generateRequest(secret)), {
        key: 'generate',
      });
      if (id === undefined) return generated;
      const revoked = mustBeRejected(context, await context.call(revokeRequest(secret, id)), {
        key: 'revoke',
      });
      return failures([generated, revoked]);
    },
  }),
  defineCheck({
    id: 'keys/refused-bearer-is-401',
    rule: 'An API key in place of an access token is answered with 401 token_invalid.',
    strength: 'decided',
    source: 'key-as-bearer',
    operation: 'generateApiKey',
    run: async (context) => {
      const { secret } = await context.keys.generate();
      const exchange = await context.call(generateRequest(secret));
      const { success, code, reason } = context.outcomeOf(exchange);
      if (success || (code === 401 && (reason ?? 'token_invalid') === 'token_invalid')) return undefined;
      return { expected: 'code 401 token_invalid', got: describeResponse(exchange), exchanges: [exchange] };
    },
  }),
];
