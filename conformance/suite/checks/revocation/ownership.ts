import {
  type CompletedExchange,
  decided,
  type Failure,
  nothingToJudge,
  safety,
  skipCheck,
} from '../../../engine/index.ts';
import { revokeRequest, withOtherCharacters } from '../support/requests/operation-requests.ts';
import { failures, mustMatch } from '../support/responses/verdicts.ts';
import {
  oncePerRun,
  revokeCheck,
  type ServiceContext,
  serviceChecks,
} from '../support/service-context.ts';
import { mustHaveBeenActive, observeKey } from './revoke.ts';

/** Another user tries to revoke a key before the owner does, and again after. Another revocation shows the server's clock. */
const foreignRevocation = oncePerRun(async (context) => {
  const key = await context.keys.revocable();
  const foreign = () => context.keys.revoke(key.id, 'secondAccount');
  const observed = await observeKey(context, key, foreign);
  return { observed, before: observed.acted, after: await foreign() };
});

/** Whether another user's success says nothing about a key, because the server reports success for an unknown id too. */
const succeedsForEveryId = oncePerRun(async (context) => {
  const { id } = await context.keys.revocable();
  const unknown = await context.keys.revoke(withOtherCharacters(id), 'secondAccount');
  return context.outcomeOf(unknown).success;
});
const hidden = 'the server reports success for every id, which hides whose keys it revokes';

export const ownershipChecks = serviceChecks(safety('revocation'), {
  'revocation/another-user-is-rejected': revokeCheck({
    rule: "Rejects a revocation by another user: before the owner's, at the same time, and after.",
    needs: ['account', 'secondAccount'],
    run: async (context) => {
      const { before, after } = await foreignRevocation(context);
      if (context.outcomeOf(before).success && (await succeedsForEveryId(context)))
        return nothingToJudge(hidden);
      return failures([
        context.mustBeRejected(before, 'before'),
        await rejectsAtTheSameTime(context),
        context.mustBeRejected(after, 'after'),
      ]);
    },
  }),
  'revocation/another-user-has-no-effect': revokeCheck({
    rule: 'Lets the owner revoke a key after another user tried to.',
    needs: ['account', 'secondAccount'],
    run: async (context) => {
      const { observed, before } = await foreignRevocation(context);
      const failure = mustHaveBeenActive(context, observed);
      if (failure || !context.outcomeOf(before).success) return failure;
      if (await succeedsForEveryId(context)) return nothingToJudge(hidden);
      return skipCheck(
        "the server reports success for another user's key, so no response shows whether it revoked it",
      );
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

async function rejectsAtTheSameTime(context: ServiceContext): Promise<Failure | undefined> {
  for (const order of [
    ['account', 'secondAccount'] as const,
    ['secondAccount', 'account'] as const,
  ]) {
    const { id } = await context.keys.revocable();
    // So that neither request has to wait for a login.
    for (const name of order) await context.sessions.token(name);
    const sent = new Map<string, CompletedExchange>();
    await Promise.all(
      order.map(async (name) => sent.set(name, await context.keys.revoke(id, name))),
    );
    const foreign = sent.get('secondAccount') ?? nothingToJudge('no response');
    const accepted = context.mustBeRejected(foreign, 'at the same time');
    if (accepted) return { ...accepted, exchanges: [...sent.values()] };
  }
  return undefined;
}
