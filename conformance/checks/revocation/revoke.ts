import { skipCheck } from '../../outcome.ts';
import { isBefore, isCurrentUtcTime } from '../support/compare-times.ts';
import { generateRequest, revokePath, revokeRequest } from '../support/requests/operation-requests.ts';
import { dataOf, describeResponse, stringField } from '../support/responses/service-response.ts';
import { mustBeRejected, mustSucceed } from '../support/responses/verdicts.ts';
import {
  defineCheck,
  oncePerRun,
  type ServiceCheck,
  type ServiceContext,
} from '../support/service-context.ts';

/** A key that is revoked twice, for several checks. */
const revokedTwice = oncePerRun(async (context) => {
  const key = await context.keys.revocable();
  const revoke = () => context.sessions.as('account', (token) => revokeRequest(token, key.id));
  return { key, first: await revoke(), second: await revoke() };
});

// The server's clock must advance between two times that are compared.
export const clockStepMs = 15;

/** False when the tool itself has revoked the key to make room for another. */
export function isStillActive({ memory }: ServiceContext, id: string): boolean {
  return memory.activeKeys().some((key) => key.id === id);
}

export const tooFewKeys = 'the server allows too few keys per user at the same time';

export const revokeChecks: readonly ServiceCheck[] = [
  defineCheck({
    id: 'revocation/revokes-a-key',
    rule: 'Accepts a request to revoke a key by its id with the token of its owner.',
    strength: 'shown',
    source: '4.3',
    operation: 'revokeApiKey',
    run: async (context) => mustSucceed(context, (await revokedTwice(context)).first),
  }),
  defineCheck({
    id: 'revocation/result-is-complete',
    rule: 'Returns the message "API key revoked", the id and the revocation time in UTC.',
    strength: 'decided',
    source: 'revocation',
    operation: 'revokeApiKey',
    run: async (context) => {
      const { key, first } = await revokedTwice(context);
      if (!context.outcomeOf(first).success) return undefined;
      const { message, id, revoked_at: at } = dataOf(first);
      const current = typeof at === 'string' && isCurrentUtcTime(at, first);
      const fields = {
        message: { correct: message === 'API key revoked', expected: 'data.message "API key revoked"' },
        id: { correct: id === key.id, expected: 'the id of the key in data.id' },
        revoked_at: { correct: current, expected: 'the current time in UTC in data.revoked_at' },
      };
      return Object.entries(fields)
        .filter(([, { correct }]) => !correct)
        .map(([name, { expected }]) => ({
          expected,
          got: JSON.stringify(dataOf(first)[name]) ?? 'nothing',
          exchanges: [first],
          key: name,
        }));
    },
  }),
  defineCheck({
    id: 'revocation/repeat-succeeds',
    rule: 'Returns success with the time of the first revocation when a key is revoked again.',
    strength: 'decided',
    source: 'revocation',
    operation: 'revokeApiKey',
    run: async (context) => {
      const { first, second } = await revokedTwice(context);
      const rejected = mustSucceed(context, second);
      if (rejected) return rejected;
      const [one, two] = [dataOf(first).revoked_at, dataOf(second).revoked_at];
      if (one === two) return undefined;
      return {
        expected: `revoked_at ${one}`,
        got: JSON.stringify(two) ?? 'nothing',
        exchanges: [first, second],
      };
    },
  }),
  defineCheck({
    id: 'revocation/repeat-has-no-effect',
    rule: "Keeps the user's other keys active when a key is revoked again.",
    strength: 'standard',
    source: 'RFC 9110 9.2.2',
    operation: 'revokeApiKey',
    run: async (context) => {
      const other = await context.keys.revocable();
      const { key, first } = await revokedTwice(context);
      const again = await context.sessions.as('account', (token) => revokeRequest(token, key.id));
      const stillActive = isStillActive(context, other.id);
      const exchange = await context.sessions.as('account', (token) => revokeRequest(token, other.id));
      if (!context.outcomeOf(first).success) return skipCheck('the server revoked no key');
      if (!stillActive) return skipCheck(tooFewKeys);
      const rejected = mustSucceed(context, exchange);
      return rejected && { ...rejected, exchanges: [again, exchange] };
    },
  }),
  defineCheck({
    id: 'revocation/other-keys-stay-active',
    rule: 'Keeps every other key active when it revokes a key.',
    strength: 'shown',
    source: '4.3.3',
    operation: 'revokeApiKey',
    run: async (context) => {
      const revoke = (id: string) => context.sessions.as('account', (token) => revokeRequest(token, id));
      const one = await context.keys.revocable();
      const other = await context.keys.revocable();
      const first = await revoke(one.id);
      // Generated after that revocation: its time on the server's own clock shows which keys were revoked before it.
      await context.clock.pause(clockStepMs);
      const later = await context.keys.revocable();
      const stillActive = isStillActive(context, other.id);
      const second = await revoke(other.id);
      if (!context.outcomeOf(first).success) return skipCheck('the server revoked no key');
      if (!stillActive) return skipCheck(tooFewKeys);
      const rejected = mustSucceed(context, second);
      if (rejected) return { ...rejected, exchanges: [first, second] };
      const madeAt = stringField(dataOf(later.exchange), 'created_at') ?? '';
      const revokedAt = stringField(dataOf(second), 'revoked_at') ?? '';
      if (!isBefore(revokedAt, madeAt)) return undefined;
      return {
        expected: `revoked_at not before ${madeAt}`,
        got: revokedAt,
        exchanges: [first, later.exchange, second],
        // The source shows neither time.
        strength: 'decided',
        source: 'revocation',
      };
    },
  }),
  defineCheck({
    id: 'revocation/revoked-key-is-rejected',
    rule: 'Rejects a revoked key as a bearer token, even if it accepts active keys.',
    strength: 'shown',
    source: '1.3',
    operation: 'generateApiKey',
    run: async (context) => {
      const { key, first } = await revokedTwice(context);
      if (!context.outcomeOf(first).success) return skipCheck('the server revoked no key');
      const exchange = await context.call(generateRequest(key.secret));
      const accepted = mustBeRejected(context, exchange);
      return accepted && { ...accepted, exchanges: [first, exchange] };
    },
  }),
  defineCheck({
    id: 'revocation/body-is-ignored',
    rule: 'Ignores a body on DELETE.',
    strength: 'decided',
    source: 'revocation',
    operation: 'revokeApiKey',
    run: async (context) => {
      const { id } = await context.keys.revocable();
      const exchange = await context.sessions.as('account', (token) => ({
        ...revokeRequest(token, id, { headers: [['Content-Type', 'application/json']] }),
        body: '{"id":"another"}',
      }));
      return mustSucceed(context, exchange);
    },
  }),
  defineCheck({
    id: 'revocation/encoded-id-is-decoded',
    rule: 'Accepts a key id with percent-encoded letters.',
    strength: 'decided',
    source: 'key-id',
    operation: 'revokeApiKey',
    run: async (context) => {
      const { id } = await context.keys.revocable();
      if (!/^[\w.~-]+$/.test(id)) return skipCheck('the id has reserved characters');
      const encoded = [...id].map((one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`).join('');
      const exchange = await context.sessions.as('account', (token) => {
        const request = revokeRequest(token, id);
        return { ...request, target: request.target.replace(revokePath(id), revokePath('') + encoded) };
      });
      return mustSucceed(context, exchange, { note: describeResponse(exchange) });
    },
  }),
];
