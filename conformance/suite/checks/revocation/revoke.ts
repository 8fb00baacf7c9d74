import {
  type CompletedExchange,
  decided,
  type Failure,
  mismatch,
  nothingToJudge,
  shown,
  skipCheck,
  standard,
} from '../../../engine/index.ts';
import { noId } from '../support/accounts/generated-keys.ts';
import {
  generateRequest,
  revokePath,
  revokeRequest,
  unknownKeyId,
} from '../support/requests/operation-requests.ts';
import {
  dataOf,
  describeResponse,
  hasFraction,
  isBefore,
  isCurrentUtcTime,
  isServerError,
  stringField,
} from '../support/responses/service-response.ts';
import { judgeInTurn } from '../support/responses/verdicts.ts';
import {
  generateCheck,
  lastStage,
  oncePerRun,
  revokeCheck,
  type ServiceContext,
  serviceChecks,
} from '../support/service-context.ts';

const revokedTwice = oncePerRun(async (context) => {
  const key = await context.keys.revocable();
  return {
    key,
    first: await context.keys.revoke(key.id),
    second: await context.keys.revoke(key.id),
  };
});

export const revokeChecks = serviceChecks(decided('revocation'), {
  'revocation/revokes-a-key': revokeCheck({
    rule: 'Revokes a key by its id with the token of its owner.',
    ...shown('4.3'),
    run: async (context) => {
      const { found, rejected } = await context.keys.searchId();
      if (found) return context.mustSucceed((await revokedTwice(context)).first);
      // A rejection with another cause than the id, such as the method, the token or an error in the server.
      const exchange = rejected.find((one) => {
        const { code } = context.outcomeOf(one);
        return [401, 405, 411, 415].includes(code) || isServerError(one);
      });
      return exchange ? context.mustSucceed(exchange) : skipCheck(noId);
    },
  }),
  'revocation/needs-no-body': revokeCheck({
    rule: 'Revokes a key without a request body.',
    ...shown('4.3.4'),
    run: async (context) => {
      const { found, rejected } = await context.keys.searchId();
      if (found) return undefined;
      const revoked = await context.keys.revokeWithBody();
      if (revoked === undefined) return skipCheck(noId);
      return mismatch('a revocation without a body', 'one only with a body', [
        ...rejected.slice(-1),
        revoked,
      ]);
    },
  }),
  'revocation/result-is-complete': revokeCheck({
    rule: 'Returns "API key revoked", the id and the revocation time in UTC.',
    run: async (context) => {
      const { key, first } = await revokedTwice(context);
      if (!context.outcomeOf(first).success) return undefined;
      const { message, id, revoked_at: at } = dataOf(first);
      const current = typeof at === 'string' && isCurrentUtcTime(at, first);
      const fields = {
        message: {
          correct: message === 'API key revoked',
          expected: 'data.message "API key revoked"',
        },
        id: { correct: id === key.id, expected: 'the id of the key in data.id' },
        revoked_at: { correct: current, expected: 'the current time in UTC in data.revoked_at' },
      };
      return Object.entries(fields)
        .filter(([, { correct }]) => !correct)
        .map(([name, { expected }]) =>
          mismatch(expected, JSON.stringify(dataOf(first)[name]) ?? 'nothing', [first], name),
        );
    },
  }),
  'revocation/repeat-succeeds': revokeCheck({
    rule: 'Returns the time of the first revocation when a key is revoked again.',
    run: async (context) => {
      const { first, second } = await revokedTwice(context);
      const rejected = context.mustSucceed(second);
      if (rejected) return rejected;
      const [one, two] = [dataOf(first).revoked_at, dataOf(second).revoked_at];
      if (one === two) return undefined;
      return mismatch(`revoked_at ${one}`, JSON.stringify(two) ?? 'nothing', [first, second]);
    },
  }),
  'revocation/revoked-key-is-rejected': generateCheck({
    rule: 'Rejects a revoked key as a bearer token, even if it accepts active keys.',
    ...shown('1.3'),
    run: async (context) => {
      const { key, first } = await revokedTwice(context);
      if (!context.outcomeOf(first).success) return skipCheck('the server revoked no key');
      const exchange = await context.call(generateRequest(key.secret));
      const accepted = context.mustBeRejected(exchange, { exchanges: [first, exchange] });
      return accepted && !(await context.keys.searchId()).certain ? skipCheck(noId) : accepted;
    },
  }),
  'revocation/body-is-ignored': revokeCheck({
    rule: 'Ignores a body on DELETE.',
    run: async (context) => {
      const { id } = await context.keys.revocable();
      const exchange = await context.sessions.as('account', (token) => ({
        ...revokeRequest(token, id, { headers: [['Content-Type', 'application/json']] }),
        body: '{"id":"another"}',
      }));
      return context.mustSucceed(exchange);
    },
  }),
  'revocation/encoded-id-is-decoded': revokeCheck({
    rule: 'Accepts a key id with percent-encoded letters.',
    ...decided('key-id'),
    run: async (context) => {
      const { id } = await context.keys.revocable();
      if (!/^[\w.~-]+$/.test(id)) return skipCheck('the id has reserved characters');
      const encoded = [...id]
        .map((one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
        .join('');
      const exchange = await context.sessions.as('account', (token) => {
        const request = revokeRequest(token, id);
        return {
          ...request,
          target: request.target.replace(revokePath(id), revokePath('') + encoded),
        };
      });
      return context.mustSucceed(exchange, { note: describeResponse(exchange) });
    },
  }),
});

// The server's clock must advance between two times that are compared.
const clockStepMs = 60;

const revokedAt = (exchange: CompletedExchange) =>
  stringField(dataOf(exchange), 'revoked_at') ?? '';

/** By the same clock and in the same format, a key that is revoked after this has no earlier `revoked_at`. */
async function revokeAnother(context: ServiceContext): Promise<CompletedExchange> {
  const revokeNext = async (waitMs: number) => {
    await context.clock.pause(waitMs);
    const { id } = await context.keys.revocable();
    return context.keys.revoke(id);
  };
  const exchange = await revokeNext(clockStepMs);
  const isInSeconds = revokedAt(exchange) !== '' && !hasFraction(revokedAt(exchange));
  return isInSeconds ? revokeNext(1_000) : exchange;
}

/**
 * Does something that must not revoke this key, then revokes it. What the source shows says whether the key was still active;
 * `isKnown` is false when the tool itself has revoked it, to make room for another.
 */
export async function observeKey(
  context: ServiceContext,
  { id, secret }: { readonly id: string; readonly secret: string },
  act: () => Promise<CompletedExchange>,
) {
  // A server may accept keys as bearer tokens. Then its response to this changes when the key is no longer active.
  const use = () => context.call(revokeRequest(secret, unknownKeyId));
  const before = await use();
  const acted = await act();
  const after = await use();
  const isInMemory = () => context.memory.activeKeys().some((key) => key.id === id);
  // The tool never revokes a key whose revocation by another user was reported as a success.
  const isForgotten = !isInMemory();
  const later = await revokeAnother(context);
  const isKnown = isForgotten || isInMemory();
  return { before, acted, after, later, isKnown, revoked: await context.keys.revoke(id) };
}

/** `name` distinguishes the findings of several keys. */
export function mustHaveBeenActive(
  context: ServiceContext,
  { before, acted, after, later, isKnown, revoked }: Awaited<ReturnType<typeof observeKey>>,
  name?: string,
): Failure | undefined {
  if (!isKnown) return nothingToJudge(tooFewKeys);
  const keyOf = (more: string) => name && `${name} ${more}`;
  if (context.outcomeOf(before).code !== context.outcomeOf(after).code) {
    const expected = `the same response to this key as before (${describeResponse(before)})`;
    return mismatch(expected, describeResponse(after), [before, acted, after], keyOf('as bearer'));
  }
  const rejected = context.mustSucceed(revoked, {
    ...(name && { key: name }),
    exchanges: [acted, revoked],
  });
  if (rejected || !isBefore(revokedAt(revoked), revokedAt(later))) return rejected;
  const expected = `revoked_at not before ${revokedAt(later)}`;
  return mismatch(expected, revokedAt(revoked), [acted, later, revoked], keyOf('time'));
}

const tooFewKeys = 'the server allows too few keys per user at the same time';

async function revokeOneOfTwo(context: ServiceContext, which: 'older' | 'newer') {
  await context.keys.revokeAll();
  const older = await context.keys.revocable();
  const newer = await context.keys.revocable();
  const [one, other] = which === 'older' ? [older, newer] : [newer, older];
  const observed = await observeKey(context, other, () => context.keys.revoke(one.id));
  if (!context.outcomeOf(observed.acted).success) return skipCheck('the server revoked no key');
  return mustHaveBeenActive(context, observed, which);
}

export const otherKeyChecks = serviceChecks(standard('RFC 9110 9.2.2'), {
  'revocation/repeat-has-no-effect': revokeCheck({
    rule: "Keeps the user's other keys active when a key is revoked again.",
    run: async (context) => {
      const other = await context.keys.revocable();
      const { key, first } = await revokedTwice(context);
      const again = await context.keys.revoke(key.id);
      const isKnown = context.memory.activeKeys().some(({ id }) => id === other.id);
      const exchange = await context.keys.revoke(other.id);
      if (!context.outcomeOf(first).success) return skipCheck('the server revoked no key');
      if (!isKnown) return nothingToJudge(tooFewKeys);
      return context.mustSucceed(exchange, { exchanges: [again, exchange] });
    },
  }),
  'revocation/other-keys-stay-active': revokeCheck({
    rule: 'Keeps every other key active when it revokes a key.',
    ...shown('4.3.3'),
    // Otherwise a server that revokes keys of other checks too may have revoked these before.
    exclusive: true,
    run: (context) =>
      judgeInTurn(['older', 'newer'] as const, (which) => revokeOneOfTwo(context, which)),
  }),
  'revocation/keys-stay-until-revoked': revokeCheck({
    rule: 'Keeps every key of this run until it is revoked.',
    ...shown('4.3'),
    exclusive: true,
    stage: lastStage,
    run: async (context) => {
      if (!(await context.keys.searchId()).found) return skipCheck(noId);
      await context.keys.revokeAll();
      return context.keys.lost();
    },
  }),
});
