import { decided, shown } from '../../basis.ts';
import { mismatch, skipCheck } from '../../outcome.ts';
import { noId } from '../support/accounts/generated-keys.ts';
import { generateRequest, revokePath, revokeRequest } from '../support/requests/operation-requests.ts';
import { dataOf, describeResponse, isCurrentUtcTime } from '../support/responses/service-response.ts';
import { mustBeRejected, mustSucceed } from '../support/responses/verdicts.ts';
import { generateCheck, oncePerRun, revokeCheck, type ServiceCheck } from '../support/service-context.ts';

/** A key that is revoked twice, for several checks. */
export const revokedTwice = oncePerRun(async (context) => {
  const key = await context.keys.revocable();
  const revoke = () => context.sessions.as('account', (token) => revokeRequest(token, key.id));
  return { key, first: await revoke(), second: await revoke() };
});

/** Whether a rejection has another cause than the id, such as the method, the token or an error in the server. */
function isAboutMoreThanId(code: number): boolean {
  return [401, 405, 411, 415].includes(code) || (code >= 500 && code < 600);
}

export const revokeChecks: readonly ServiceCheck[] = [
  revokeCheck({
    id: 'revocation/revokes-a-key',
    rule: 'Accepts a request to revoke a key by its id with the token of its owner.',
    ...shown('4.3'),
    run: async (context) => {
      const { found, rejected } = await context.keys.searchId();
      if (found) return mustSucceed(context, (await revokedTwice(context)).first);
      const exchange = rejected.find((one) => isAboutMoreThanId(context.outcomeOf(one).code));
      return exchange ? mustSucceed(context, exchange) : skipCheck(noId);
    },
  }),
  revokeCheck({
    id: 'revocation/result-is-complete',
    rule: 'Returns the message "API key revoked", the id and the revocation time in UTC.',
    ...decided('revocation'),
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
        .map(([name, { expected }]) =>
          mismatch(expected, JSON.stringify(dataOf(first)[name]) ?? 'nothing', [first], { key: name }),
        );
    },
  }),
  revokeCheck({
    id: 'revocation/repeat-succeeds',
    rule: 'Returns success with the time of the first revocation when a key is revoked again.',
    ...decided('revocation'),
    run: async (context) => {
      const { first, second } = await revokedTwice(context);
      const rejected = mustSucceed(context, second);
      if (rejected) return rejected;
      const [one, two] = [dataOf(first).revoked_at, dataOf(second).revoked_at];
      if (one === two) return undefined;
      return mismatch(`revoked_at ${one}`, JSON.stringify(two) ?? 'nothing', [first, second]);
    },
  }),
  generateCheck({
    id: 'revocation/revoked-key-is-rejected',
    rule: 'Rejects a revoked key as a bearer token, even if it accepts active keys.',
    ...shown('1.3'),
    run: async (context) => {
      const { key, first } = await revokedTwice(context);
      if (!context.outcomeOf(first).success) return skipCheck('the server revoked no key');
      const exchange = await context.call(generateRequest(key.secret));
      const accepted = mustBeRejected(context, exchange);
      if (accepted && !(await context.keys.searchId()).certain) return skipCheck(noId);
      return accepted && { ...accepted, exchanges: [first, exchange] };
    },
  }),
  revokeCheck({
    id: 'revocation/body-is-ignored',
    rule: 'Ignores a body on DELETE.',
    ...decided('revocation'),
    run: async (context) => {
      const { id } = await context.keys.revocable();
      const exchange = await context.sessions.as('account', (token) => ({
        ...revokeRequest(token, id, { headers: [['Content-Type', 'application/json']] }),
        body: '{"id":"another"}',
      }));
      return mustSucceed(context, exchange);
    },
  }),
  revokeCheck({
    id: 'revocation/encoded-id-is-decoded',
    rule: 'Accepts a key id with percent-encoded letters.',
    ...decided('key-id'),
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
