import { type OperationId, operations } from '../../../generated/contract.ts';
import {
  type CheckContext,
  type CompletedExchange,
  decided,
  type Exchange,
  hasResponse,
  mismatch,
  nothingToJudge,
  notJudged,
  skipCheck,
  type Watcher,
} from '../../engine/index.ts';
import { serviceProfileOf } from '../profile/service-profile.ts';
import { operationOf, revokeRequest, unknownKeyId } from './support/requests/operation-requests.ts';
import {
  everyResponse,
  failureOf,
  type Inspection,
  type OperationResponse,
  responseChecks,
  type UnnamedResponseCheck,
} from './support/responses/every-response.ts';
import { type RateLimit, readRateLimits } from './support/responses/rate-limit-fields.ts';
import { readOutcome } from './support/responses/service-response.ts';
import { revokeCheck, serviceChecks } from './support/service-context.ts';

// A server without rate limits sends none of these headers, so no check demands them.
export const rateLimitResponseChecks = responseChecks(decided('limits'), {
  'limits/rate-limit-headers-match': everyKeyResponse({
    rule: 'Sends a well-formed `RateLimit` header, if any, with a `RateLimit-Policy` that matches it.',
    inspect: (received) => {
      const read = readRateLimits(received.exchange.response);
      if (read === undefined) return notJudged;
      if (!('problem' in read)) return undefined;
      const expected = 'such as RateLimit: "user";r=59;t=60 and RateLimit-Policy: "user";q=60;w=60';
      return failureOf(received, expected, read.problem);
    },
  }),
  'limits/rate-limit-headers-are-consistent': {
    rule: 'Sends `RateLimit` with every successful response of generate and revoke, or with none.',
    watch: watchPresence,
  },
  'limits/none-left-with-429': everyKeyResponse({
    rule: 'Sends `r=0` in `RateLimit`, if any, with 429, and a `Retry-After` not before its `t`.',
    inspect: (received) => {
      const { exchange, context } = received;
      if (readOutcome(exchange, serviceProfileOf(context.profile).failures)?.code !== 429)
        return notJudged;
      const limits = limitsOf(exchange);
      if (limits.length === 0) return notJudged;
      const spent = limits.filter(({ remaining }) => remaining === 0);
      if (spent.length === 0) return failureOf(received, 'r=0', `r=${limits[0]?.remaining}`);
      const retryAfter = exchange.response.header('retry-after') ?? '';
      const late = spent.find(
        ({ reset = 0 }) => /^\d+$/.test(retryAfter) && reset > Number(retryAfter),
      );
      if (late === undefined) return undefined;
      const got = `Retry-After: ${retryAfter} and t=${late.reset}`;
      return failureOf(received, 'a Retry-After of at least `t`', got);
    },
  }),
});

export const rateLimitChecks = serviceChecks(decided('limits'), {
  'limits/rate-limit-counts-down': revokeCheck({
    rule: 'Sends a smaller `r` in `RateLimit`, if any, with each further request in a window.',
    exclusive: true,
    run: async (context) => {
      const request = revokeRequest(await context.sessions.live(), unknownKeyId);
      let compared = 0;
      let before = await context.call(request);
      for (let sent = 1; sent < 4; sent += 1) {
        const after = await context.call(request);
        if (limitsOf(after).length === 0)
          return nothingToJudge('the server sends no RateLimit header');
        const pairs = pairsInOneWindow(before, after);
        const [first] = pairs;
        if (
          first !== undefined &&
          pairs.every(({ earlier, later }) => later.remaining >= earlier.remaining)
        ) {
          const got = `r=${first.later.remaining}`;
          return mismatch(`r below ${first.earlier.remaining}`, got, [before, after]);
        }
        compared += pairs.length;
        before = after;
      }
      return compared > 0 ? undefined : skipCheck('each window ended before the next request');
    },
  }),
});

function everyKeyResponse({
  inspect,
  ...rule
}: Inspection<OperationResponse>): UnnamedResponseCheck {
  return everyResponse({
    ...rule,
    inspect: (received) => {
      // Also with a status that proxies send, such as 429.
      const operation = keyOperationOf(received.exchange, received.context);
      return operation === undefined ? notJudged : inspect({ ...received, operation });
    },
  });
}

function keyOperationOf(exchange: Exchange, { target }: CheckContext): OperationId | undefined {
  const operation = operationOf(exchange, target.baseUrl);
  return operation !== undefined && operations[operation].takesAccessToken ? operation : undefined;
}

/** Fails once some successful responses have `RateLimit` and others have none. */
function watchPresence(context: CheckContext): Watcher {
  let having: Exchange | undefined;
  let without: Exchange | undefined;
  return {
    inspect: (exchange) => {
      if (!hasResponse(exchange) || keyOperationOf(exchange, context) === undefined)
        return notJudged;
      if (readOutcome(exchange, serviceProfileOf(context.profile).failures)?.success !== true)
        return notJudged;
      if (exchange.response.header('ratelimit') === undefined) without = exchange;
      else having = exchange;
      if (having === undefined || without === undefined) return undefined;
      const expected = 'RateLimit in both responses, or in none';
      return mismatch(expected, 'RateLimit in one of them', [having, without], 'presence');
    },
  };
}

/** Empty when the headers are missing or malformed, which other checks report. */
function limitsOf({ response }: CompletedExchange): readonly RateLimit[] {
  const read = readRateLimits(response);
  return read === undefined || 'problem' in read ? [] : read;
}

/** What two successive responses say of the same limit, where its window did not end in between. */
function pairsInOneWindow(before: CompletedExchange, after: CompletedExchange) {
  // The server rounds seconds up.
  const seconds = (after.startedAt - before.startedAt) / 1000 + 1;
  return limitsOf(before).flatMap((earlier) => {
    const later = limitsOf(after).find(({ name }) => name === earlier.name);
    if (later === undefined) return [];
    const ended =
      earlier.reset !== undefined &&
      (seconds >= earlier.reset || Number(later.reset) > earlier.reset);
    return ended ? [] : [{ earlier, later }];
  });
}
