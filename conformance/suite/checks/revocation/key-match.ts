import {
  type CompletedExchange,
  decided,
  mismatch,
  nothingToJudge,
  safety,
} from '../../../engine/index.ts';
import {
  isHexadecimal,
  revokeRequest,
  swapCase,
  withOtherCharacters,
} from '../support/requests/operation-requests.ts';
import { dataOf, isServerError } from '../support/responses/service-response.ts';
import { failures, failuresOf, judgeInTurn, mustMatch } from '../support/responses/verdicts.ts';
import { oncePerRun, revokeCheck, serviceChecks } from '../support/service-context.ts';

const unknownRevocation = oncePerRun(async (context) => {
  const { id } = await context.keys.revocable();
  return context.keys.revoke(withOtherCharacters(id));
});

const parallelRequests = 8;

export const keyMatchChecks = serviceChecks(decided('revocation'), {
  'revocation/unknown-id-is-404': revokeCheck({
    rule: 'Returns 404 `key_not_found` for an id that no key has.',
    run: async (context) =>
      context.mustHaveCode(await unknownRevocation(context), 404, 'key_not_found'),
  }),
  'revocation/id-must-match-exactly': revokeCheck({
    rule: 'Compares key ids exactly: rejects a part, a longer id, another case and a pattern.',
    ...safety('key-id'),
    run: async (context) => {
      if (context.outcomeOf(await unknownRevocation(context)).success)
        return nothingToJudge('the server reports success for every id');
      const { id } = await context.keys.revocable();
      // A part of a number may be the id of an earlier key, and UUIDs have no letter case.
      const part = (end: number) => (/^\d+$/.test(id) ? '' : id.slice(0, end));
      const spellings = {
        'a letter after it': `${id}x`,
        'a space after it': `${id} `,
        'swapped case': isHexadecimal(id) ? '' : swapCase(id),
      };
      const tries = {
        'without its last character': part(-1),
        'its first half': part(Math.ceil(id.length / 2)),
        ...spellings,
        '%': '%',
        '*': '*',
        'wildcards of its length': '_'.repeat(id.length),
        "' OR '1'='1": "' OR '1'='1",
      };
      const others = Object.entries(tries).filter(([, other]) => other !== id && other !== '');
      return failuresOf(context, others, async ([key, other]) =>
        context.mustBeRejected(await context.keys.revoke(other), {
          key,
          note: key,
          ...(key in spellings && { basis: 'decided' }),
        }),
      );
    },
  }),
  'revocation/same-response-for-malformed-id': revokeCheck({
    rule: 'Returns the same response for a malformed id as for an unknown one.',
    ...decided('key-id'),
    run: async (context) => {
      const reference = await unknownRevocation(context);
      return judgeInTurn(
        ['x', '0', '-1', 'key_', 'null', '__proto__', 'constructor', 'k'.repeat(300), 'ключ'],
        async (id) => mustMatch(reference, await context.keys.revoke(id), id.slice(0, 12)),
      );
    },
  }),
  'revocation/key-is-not-its-id': revokeCheck({
    rule: 'Rejects the API key itself in place of its id.',
    ...decided('key-id'),
    run: async (context) => {
      const { secret } = await context.keys.revocable();
      return context.mustBeRejected(await context.keys.revoke(secret));
    },
  }),
  'revocation/concurrent-requests-agree': revokeCheck({
    rule: 'Returns one revocation time and no server error to parallel revocations of a key.',
    run: async (context) => {
      const { id } = await context.keys.revocable();
      const token = await context.sessions.token();
      const exchanges: CompletedExchange[] = await Promise.all(
        Array.from({ length: parallelRequests }, () => context.call(revokeRequest(token, id))),
      );
      const serverErrors = exchanges.filter(isServerError);
      const succeeded = exchanges.filter((exchange) => context.outcomeOf(exchange).success);
      const revocationTimes = new Set(succeeded.map((exchange) => dataOf(exchange).revoked_at));
      return failures([
        serverErrors.length === 0
          ? undefined
          : mismatch(
              'no server error',
              `${serverErrors.length} server errors`,
              serverErrors,
              'error',
            ),
        revocationTimes.size <= 1
          ? undefined
          : mismatch(
              'one revoked_at',
              `${revocationTimes.size} different values`,
              succeeded,
              'time',
            ),
        succeeded.length > 0
          ? undefined
          : mismatch('at least one success', 'none', exchanges, 'success'),
      ]);
    },
  }),
});
