import { decided, shown, standard } from '../../basis.ts';
import { type Failure, mismatch, nothingToJudge, skipCheck } from '../../outcome.ts';
import { revokeRequest, unknownKeyId } from '../support/requests/operation-requests.ts';
import { dataOf, describeResponse, isBefore, stringField } from '../support/responses/service-response.ts';
import { mustSucceed } from '../support/responses/verdicts.ts';
import { revokeCheck, type ServiceCheck, type ServiceContext } from '../support/service-context.ts';
import { revokedTwice } from './revoke.ts';

// The server's clock must advance between two times that are compared.
export const clockStepMs = 15;

/** False when the tool itself has revoked the key to make room for another. */
export function isStillActive({ memory }: ServiceContext, id: string): boolean {
  return memory.activeKeys().some((key) => key.id === id);
}

export const tooFewKeys = 'the server allows too few keys per user at the same time';

/** Revokes one of two keys, then finds out by what the source shows whether the other one is still active. */
async function revokeOneOfTwo(
  context: ServiceContext,
  which: 'older' | 'newer',
): Promise<readonly Failure[]> {
  const revoke = (id: string) => context.sessions.as('account', (token) => revokeRequest(token, id));
  // A server may accept keys as bearer tokens. Then its response to this changes when the key is no longer active.
  const callWith = (key: string) => context.call(revokeRequest(key, unknownKeyId));
  await context.keys.revokeAll();
  const older = await context.keys.revocable();
  const newer = await context.keys.revocable();
  const [one, other] = which === 'older' ? [older, newer] : [newer, older];
  const before = await callWith(other.secret);
  const first = await revoke(one.id);
  const after = await callWith(other.secret);
  // Generated after that revocation: its time on the server's own clock shows which keys were revoked before it.
  await context.clock.pause(clockStepMs);
  const later = await context.keys.revocable();
  const stillActive = isStillActive(context, other.id);
  const second = await revoke(other.id);
  if (!context.outcomeOf(first).success) return skipCheck('the server revoked no key');
  if (!stillActive) return nothingToJudge(tooFewKeys);
  if (context.outcomeOf(before).code !== context.outcomeOf(after).code) {
    return [
      mismatch(
        `the same response to this key as before (${describeResponse(before)})`,
        describeResponse(after),
        [before, first, after],
        { key: `${which} as bearer` },
      ),
    ];
  }
  const rejected = mustSucceed(context, second, { key: which });
  if (rejected) return [{ ...rejected, exchanges: [first, second] }];
  const madeAt = stringField(dataOf(later.exchange), 'created_at') ?? '';
  const revokedAt = stringField(dataOf(second), 'revoked_at') ?? '';
  if (!isBefore(revokedAt, madeAt)) return [];
  return [
    mismatch(`revoked_at not before ${madeAt}`, revokedAt, [first, later.exchange, second], {
      key: `${which} time`,
      // The source shows neither time.
      ...decided('revocation'),
    }),
  ];
}

/** The keys that a revocation does not name. */
export const otherKeyChecks: readonly ServiceCheck[] = [
  revokeCheck({
    id: 'revocation/repeat-has-no-effect',
    rule: "Keeps the user's other keys active when a key is revoked again.",
    ...standard('RFC 9110 9.2.2'),
    run: async (context) => {
      const other = await context.keys.revocable();
      const { key, first } = await revokedTwice(context);
      const again = await context.sessions.as('account', (token) => revokeRequest(token, key.id));
      const stillActive = isStillActive(context, other.id);
      const exchange = await context.sessions.as('account', (token) => revokeRequest(token, other.id));
      if (!context.outcomeOf(first).success) return skipCheck('the server revoked no key');
      if (!stillActive) return nothingToJudge(tooFewKeys);
      const rejected = mustSucceed(context, exchange);
      return rejected && { ...rejected, exchanges: [again, exchange] };
    },
  }),
  revokeCheck({
    id: 'revocation/other-keys-stay-active',
    rule: 'Keeps every other key active when it revokes a key.',
    ...shown('4.3.3'),
    run: async (context) => [
      ...(await revokeOneOfTwo(context, 'older')),
      ...(await revokeOneOfTwo(context, 'newer')),
    ],
  }),
];
