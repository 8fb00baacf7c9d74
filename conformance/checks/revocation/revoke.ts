import { skipCheck } from '../../outcome.ts';
import { isBefore } from '../support/compare-times.ts';
import { generateRequest, revokePath, revokeRequest } from '../support/requests/operation-requests.ts';
import { dataOf, describeResponse, stringField } from '../support/responses/service-response.ts';
import { mustBeRejected, mustSucceed } from '../support/responses/verdicts.ts';
import {
  defineCheck,
  oncePerRun,
  type ServiceCheck,
  type ServiceContext,
} from '../support/service-context.ts';

/** A key revoked twice, which several checks look at. */
const revokedTwice = oncePerRun(async (context) => {
  const key = await context.keys.revocable();
  const revoke = () => context.sessions.as('account', (token) => revokeRequest(token, key.id));
  return { key, first: await revoke(), second: await revoke() };
});

// A server's clock must have moved on between two times that are compared.
export const clockStepMs = 15;

/** Whether we did not revoke the key ourselves, to make room for another. */
export function isKept({ memory }: ServiceContext, id: string): boolean {
  return memory.activeKeys().some((key) => key.id === id);
}

export const tooFew = 'the server lets a user have too few keys at once';

export const revocationChecks: readonly ServiceCheck[] = [
  defineCheck({
    id: 'revocation/revokes-a-key',
    rule: 'Accepts a request to revoke a key by its id with the token of its owner.',
    strength: 'shown',
    source: '4.3',
    operation: 'revokeApiKey',
    run: async (context) => mustSucceed(context, (await revokedTwice(context)).first),
  }),
  defineCheck({
    id: 'revocation/message-is-a-string',
    rule: 'Returns the `message` of a revocation result as a string.',
    strength: 'shown',
    source: '2.4',
    operation: 'revokeApiKey',
    run: async (context) => {
      const { first } = await revokedTwice(context);
      const { message } = dataOf(first);
      if (!context.outcomeOf(first).success || message === undefined || typeof message === 'string') {
        return undefined;
      }
      return { expected: 'a string in data.message', got: JSON.stringify(message), exchanges: [first] };
    },
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
      const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]00:00)$/i;
      const now = Date.parse(first.response.header('date') ?? '') || first.startedAt;
      const parts = {
        message: message === 'API key revoked',
        id: id === key.id,
        revoked_at: typeof at === 'string' && utc.test(at) && Math.abs(Date.parse(at) - now) < 60_000,
      };
      return Object.entries(parts)
        .filter(([, right]) => !right)
        .map(([name]) => ({
          expected: `data.${name} as decided`,
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
      const refused = mustSucceed(context, second);
      if (refused) return refused;
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
      const kept = isKept(context, other.id);
      const exchange = await context.sessions.as('account', (token) => revokeRequest(token, other.id));
      if (!context.outcomeOf(first).success) return skipCheck('no key could be revoked');
      if (!kept) return skipCheck(tooFew);
      const refused = mustSucceed(context, exchange);
      return refused && { ...refused, exchanges: [again, exchange] };
    },
  }),
  defineCheck({
    id: 'revocation/other-keys-stay-active',
    rule: 'Keeps every other key active when it revokes a key.',
    strength: 'shown',
    source: '4.3',
    operation: 'revokeApiKey',
    run: async (context) => {
      const revoke = (id: string) => context.sessions.as('account', (token) => revokeRequest(token, id));
      const one = await context.keys.revocable();
      const other = await context.keys.revocable();
      const first = await revoke(one.id);
      // Made after that revocation: by its time, the server's own clock shows what was revoked before.
      await context.clock.pause(clockStepMs);
      const later = await context.keys.revocable();
      const kept = isKept(context, other.id);
      const second = await revoke(other.id);
      if (!context.outcomeOf(first).success) return skipCheck('no key could be revoked');
      if (!kept) return skipCheck(tooFew);
      const refused = mustSucceed(context, second);
      if (refused) return { ...refused, exchanges: [first, second] };
      const madeAt = stringField(dataOf(later.exchange), 'created_at') ?? '';
      const revokedAt = stringField(dataOf(second), 'revoked_at') ?? '';
      if (!isBefore(revokedAt, madeAt)) return undefined;
      return {
        expected: `revoked_at not before ${madeAt}`,
        got: revokedAt,
        exchanges: [first, later.exchange, second],
      };
    },
  }),
  defineCheck({
    id: 'revocation/revoked-key-is-rejected',
    rule: 'Rejects a revoked key as a bearer token, even if it accepts active keys.',
    strength: 'shown',
    source: '1',
    operation: 'generateApiKey',
    run: async (context) => {
      const { key, first } = await revokedTwice(context);
      if (!context.outcomeOf(first).success) return skipCheck('no key could be revoked');
      const exchange = await context.call(generateRequest(key.secret));
      const opened = mustBeRejected(context, exchange);
      return opened && { ...opened, exchanges: [first, exchange] };
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
