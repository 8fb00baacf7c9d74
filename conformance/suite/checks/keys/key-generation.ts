import { decided, mismatch, shown, skipCheck } from '../../../engine/index.ts';
import { findKeyId } from '../support/accounts/key-id.ts';
import {
  generateRequest,
  plainDescription,
  revokeRequest,
} from '../support/requests/operation-requests.ts';
import {
  dataOf,
  describeResponse,
  isCurrentUtcTime,
  stringField,
} from '../support/responses/service-response.ts';
import { failures } from '../support/responses/verdicts.ts';
import { generateCheck, oncePerRun, serviceChecks } from '../support/service-context.ts';

/**
 * A key that several checks read. None of them revokes it. They run alone: the keys of checks that run at the same time could be
 * as many as a user may have, and the rejection would be what all of them read.
 */
const oneKey = oncePerRun(async (context) => {
  // A server may allow only a few keys per user.
  await context.keys.revokeAll();
  return context.sessions.as('account', (token) =>
    generateRequest(token, { description: plainDescription }),
  );
});

// Creation times may be whole seconds: two times as far apart are in different ones.
const apartMs = 1_100;

/** The same key, and a time after it was generated, in milliseconds since 1970. */
const timedKey = oncePerRun(async (context) => ({
  exchange: await oneKey(context),
  knownAt: context.clock.now(),
}));

export const keyChecks = serviceChecks(decided('key-format'), {
  'keys/returns-a-key': generateCheck({
    rule: 'Returns a new key for an access token and a description.',
    ...shown('4.2'),
    exclusive: true,
    run: async (context) => {
      const exchange = await oneKey(context);
      const rejected = context.mustSucceed(exchange);
      if (rejected) return rejected;
      const key = dataOf(exchange).api_key;
      if (typeof key === 'string' && key !== '') return undefined;
      return mismatch('a string in data.api_key', key === '' ? 'an empty string' : typeof key, [
        exchange,
      ]);
    },
  }),
  'keys/result-is-complete': generateCheck({
    rule: 'Returns `id`, `api_key`, `key_prefix`, `description`, `created_at` and a non-empty `note`.',
    exclusive: true,
    run: async (context) => {
      const exchange = await oneKey(context);
      const data = dataOf(exchange);
      const missing = ['id', 'key_prefix', 'description', 'note', 'created_at']
        .filter((name) => typeof data[name] !== 'string')
        .map((name) => mismatch(`a string in data.${name}`, typeof data[name], [exchange], name));
      return data.note === ''
        ? [...missing, mismatch('a text in data.note', 'an empty string', [exchange], 'empty')]
        : missing;
    },
  }),
  'keys/returns-the-key-id': generateCheck({
    rule: 'Returns the id by which the key can be revoked.',
    ...decided('key-id'),
    exclusive: true,
    run: async (context) => {
      const exchange = await oneKey(context);
      if (findKeyId(exchange.response.json?.value, context.profile.keyId)) return undefined;
      return mismatch('an id in the response', 'none under the usual names', [exchange]);
    },
  }),
  'keys/key-format': generateCheck({
    rule: 'Returns a key of `aak_` and 49 letters or digits, with an id of `key_` and 22.',
    exclusive: true,
    run: async (context) => {
      const exchange = await oneKey(context);
      const { api_key: key, id } = dataOf(exchange);
      return failures([
        /^aak_[0-9A-Za-z]{49}$/.test(String(key))
          ? undefined
          : mismatch('aak_ and 49 letters or digits', 'another format', [exchange], 'key'),
        id === undefined || /^key_[0-9A-Za-z]{22}$/.test(String(id))
          ? undefined
          : mismatch('key_ and 22 letters or digits', 'another format', [exchange], {
              key: 'id',
              source: 'key-id',
            }),
      ]);
    },
  }),
  'keys/key-prefix': generateCheck({
    rule: 'Returns the first twelve characters of the key in `key_prefix`.',
    exclusive: true,
    run: async (context) => {
      const exchange = await oneKey(context);
      const { api_key: key, key_prefix: prefix } = dataOf(exchange);
      if (prefix === undefined || prefix === String(key).slice(0, 12)) return undefined;
      return mismatch('the first twelve characters', 'something else', [exchange]);
    },
  }),
  'keys/creation-time': generateCheck({
    rule: 'Returns the current time in UTC (RFC 3339) in `created_at`.',
    exclusive: true,
    run: async (context) => {
      const { exchange } = await timedKey(context);
      const created = stringField(dataOf(exchange), 'created_at');
      if (created === undefined || isCurrentUtcTime(created, exchange)) return undefined;
      return mismatch('the current time in UTC', JSON.stringify(created), [exchange]);
    },
  }),
  'keys/later-key-has-a-later-time': generateCheck({
    rule: 'Returns a later `created_at` for a key generated more than a second later.',
    // After the other checks, so that there is nothing left to wait for in a whole run.
    stage: 1,
    exclusive: true,
    run: async (context) => {
      const { exchange: first, knownAt } = await timedKey(context);
      await context.clock.pause(Math.max(0, knownAt + apartMs - context.clock.now()));
      const { exchange: second } = await context.keys.generate();
      const [earlier, later] = [first, second].map((exchange) =>
        Date.parse(stringField(dataOf(exchange), 'created_at') ?? ''),
      );
      if (earlier === undefined || later === undefined || Number.isNaN(earlier + later))
        return skipCheck('the server returned no creation time');
      if (later > earlier) return undefined;
      const got = later === earlier ? 'the same time' : 'an earlier time';
      return mismatch('a later time', got, [first, second]);
    },
  }),
  'keys/revoked-id-is-not-used-again': generateCheck({
    rule: 'Returns an id that no earlier key had, not even a revoked one.',
    ...decided('key-id'),
    run: async (context) => {
      const { id, exchange } = await context.keys.revocable();
      const revoked = await context.keys.revoke(id);
      if (context.mustSucceed(revoked)) return skipCheck('the server did not revoke the key');
      const next = await context.keys.generate();
      if (next.id !== id) return undefined;
      return mismatch('a new id', 'the id of the revoked key', [exchange, next.exchange]);
    },
  }),
  'keys/id-does-not-contain-the-key': generateCheck({
    rule: 'Returns an id without the key in it.',
    ...decided('key-id'),
    run: async (context) => {
      const { id, secret, exchange } = await context.keys.revocable();
      if (!id.includes(secret)) return undefined;
      return mismatch('an id without the key', 'an id that contains the key', [exchange]);
    },
  }),
  'keys/key-is-not-a-bearer-token': generateCheck({
    rule: 'Rejects an API key in place of an access token.',
    ...decided('key-as-bearer'),
    run: async (context) => {
      const { secret, id } = await context.keys.generate();
      const generated = context.mustBeRejected(
        await context.call(generateRequest(secret)),
        'generate',
      );
      if (id === undefined) return generated;
      const revoked = context.mustBeRejected(
        await context.call(revokeRequest(secret, id)),
        'revoke',
      );
      return failures([generated, revoked]);
    },
  }),
  'keys/key-as-bearer-is-401': generateCheck({
    rule: 'Returns 401 `token_invalid` for an API key in place of an access token.',
    ...decided('key-as-bearer'),
    run: async (context) => {
      const { secret } = await context.keys.generate();
      const exchange = await context.call(generateRequest(secret));
      const { success, code, reason } = context.outcomeOf(exchange);
      if (success || (code === 401 && (reason ?? 'token_invalid') === 'token_invalid'))
        return undefined;
      return mismatch('code 401 token_invalid', describeResponse(exchange), [exchange]);
    },
  }),
});
