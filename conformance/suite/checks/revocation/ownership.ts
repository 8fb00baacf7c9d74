import {
  type CompletedExchange,
  decided,
  type Failure,
  mismatch,
  nothingToJudge,
  safety,
  skipCheck,
} from '../../../engine/index.ts';
import { revokeRequest, unknownKeyId, withOtherCharacters } from '../support/requests/operation-requests.ts';
import { describeResponse, isBefore } from '../support/responses/service-response.ts';
import { failures, mustMatch } from '../support/responses/verdicts.ts';
import { oncePerRun, revokeCheck, type ServiceContext, serviceChecks } from '../support/service-context.ts';
import { isStillActive, revokeAnother, revokedAt, tooFewKeys } from './revoke.ts';

/** Another user tries to revoke a key before the owner does, and again after. Another revocation shows the server's clock. */
const foreignRevocation = oncePerRun(async (context) => {
  const { id, secret } = await context.keys.revocable();
  // A server may accept keys as bearer tokens. Then its response to this changes when the key is no longer active.
  const use = () => context.call(revokeRequest(secret, unknownKeyId));
  const usedBefore = await use();
  const before = await context.keys.revoke(id, 'secondAccount');
  const usedAfter = await use();
  const later = await revokeAnother(context);
  const stillActive = isStillActive(context, id);
  const owner = await context.keys.revoke(id);
  const after = await context.keys.revoke(id, 'secondAccount');
  return { usedBefore, before, usedAfter, later, stillActive, owner, after };
});

export const ownershipChecks = serviceChecks({
  'revocation/another-user-is-rejected': revokeCheck({
    rule: "Rejects a revocation by another user: before the owner's, at the same time, and after.",
    ...safety('revocation'),
    needs: ['account', 'secondAccount'],
    run: async (context) => {
      const { before, after } = await foreignRevocation(context);
      if (context.outcomeOf(before).success) {
        const { id } = await context.keys.revocable();
        const unknown = await context.keys.revoke(withOtherCharacters(id), 'secondAccount');
        if (context.outcomeOf(unknown).success)
          return nothingToJudge('the server reports success for every id, which hides whose keys it revokes');
      }
      return failures([
        context.mustBeRejected(before, 'before'),
        await rejectsAtTheSameTime(context),
        context.mustBeRejected(after, 'after'),
      ]);
    },
  }),
  'revocation/another-user-has-no-effect': revokeCheck({
    rule: 'Lets the owner revoke a key after another user tried to.',
    ...safety('revocation'),
    needs: ['account', 'secondAccount'],
    run: async (context) => {
      const { usedBefore, before, usedAfter, later, stillActive, owner } = await foreignRevocation(context);
      if (context.outcomeOf(before).success)
        return skipCheck(
          "the server reports success for another user's key, so no response shows whether it revoked it",
        );
      if (!stillActive) return nothingToJudge(tooFewKeys);
      const gone = context.mustSucceed(owner);
      if (gone) return { ...gone, exchanges: [before, owner] };
      if (context.outcomeOf(usedBefore).code !== context.outcomeOf(usedAfter).code) {
        const expected = `the same response to this key as before (${describeResponse(usedBefore)})`;
        return mismatch(expected, describeResponse(usedAfter), [usedBefore, before, usedAfter]);
      }
      if (!isBefore(revokedAt(owner), revokedAt(later))) return undefined;
      const got = `${revokedAt(owner)}, the time of the other user's attempt`;
      return mismatch(`revoked_at not before ${revokedAt(later)}`, got, [before, later, owner]);
    },
  }),
  'revocation/same-response-for-another-users-key': revokeCheck({
    rule: "Returns the same response for another user's key as for an unknown id.",
    ...decided('revocation'),
    needs: ['account', 'secondAccount'],
    run: async (context) => {
      const { before } = await foreignRevocation(context);
      const { id } = await context.keys.revocable();
      return mustMatch(await context.keys.revoke(withOtherCharacters(id), 'secondAccount'), before);
    },
  }),
  'revocation/accepts-a-newer-token-of-the-owner': revokeCheck({
    rule: 'Lets the owner revoke a key after logging in again.',
    ...safety('revocation'),
    cost: { logins: 1, failures: 0 },
    run: async (context) => {
      const { id } = await context.keys.revocable();
      const token = await context.sessions.renew();
      const rejected = context.mustSucceed(await context.call(revokeRequest(token, id)));
      if (rejected === undefined) return undefined;
      // A key of this token shows whether the id is the reason.
      const own = await context.keys.revocable();
      const control = await context.call(revokeRequest(token, own.id));
      if (!context.outcomeOf(control).success) return skipCheck('the server revoked no key');
      return { ...rejected, exchanges: [control, ...rejected.exchanges] };
    },
  }),
});

/** The owner and another user send the same request in parallel, in either order. */
async function rejectsAtTheSameTime(context: ServiceContext): Promise<Failure | undefined> {
  for (const order of [['account', 'secondAccount'] as const, ['secondAccount', 'account'] as const]) {
    const { id } = await context.keys.revocable();
    // So that neither request has to wait for a login.
    for (const name of order) await context.sessions.token(name);
    const sent = new Map<string, CompletedExchange>();
    await Promise.all(order.map(async (name) => sent.set(name, await context.keys.revoke(id, name))));
    const foreign = sent.get('secondAccount') ?? nothingToJudge('no response');
    const accepted = context.mustBeRejected(foreign, 'at the same time');
    if (accepted) return { ...accepted, exchanges: [...sent.values()] };
  }
  return undefined;
}
