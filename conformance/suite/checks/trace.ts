import {
  decided,
  type Exchange,
  mismatch,
  notJudged,
  shown,
  type Watcher,
} from '../../engine/index.ts';
import { kindOf } from './envelope/envelope-shape.ts';
import { revokeRequest } from './support/requests/operation-requests.ts';
import { everyResponse, failureOf, responseChecks } from './support/responses/every-response.ts';
import {
  describeResponse,
  statusOf,
  stringField,
  traceOf,
} from './support/responses/service-response.ts';
import { judgeInTurn } from './support/responses/verdicts.ts';
import { serviceCheck, serviceChecks } from './support/service-context.ts';

export const traceResponseChecks = responseChecks(shown('2.1-status.trace_id'), {
  'trace/id-is-a-string': everyResponse({
    rule: 'Returns a non-empty string in `status.trace_id`.',
    inspect: (received) => {
      const status = statusOf(received.exchange);
      if (status === undefined) return notJudged;
      if (stringField(status, 'trace_id')) return undefined;
      const got = status.trace_id === '' ? 'an empty string' : kindOf(status.trace_id);
      return failureOf(received, 'a string at /status/trace_id', got);
    },
  }),
  'trace/ids-differ': {
    rule: 'Returns a different trace id for every request.',
    watch: () => watchIds(),
  },
  'trace/id-format': everyResponse({
    rule: 'Returns a trace id of 32 lower-case hexadecimal digits, not all zero.',
    ...decided('trace-id'),
    inspect: (received) => {
      const id = traceOf(received.exchange);
      if (id === undefined) return notJudged;
      if (/^(?!0{32})[0-9a-f]{32}$/.test(id)) return undefined;
      const shape = id
        .slice(0, 40)
        .replace(/[a-z]/g, 'a')
        .replace(/[A-Z]/g, 'A')
        .replace(/\d/g, '9');
      return failureOf(
        received,
        '32 lower-case hexadecimal digits',
        `${id.length} characters: ${shape}`,
      );
    },
  }),
});

// Headers that can pass on an id of the client. The source does not say that such an id is wrong, so other checks cover them.
const idHeaders = /^(traceparent|b3|x-b3-.*|.*(request|trace|correlation)-?id)$/i;

const anotherId = 'a trace id that no other request has';

function watchIds(): Watcher {
  const seen = new Map<string, Exchange>();
  return {
    inspect: (exchange) => {
      const id = traceOf(exchange);
      if (!id || exchange.request.headers.some(([name]) => idHeaders.test(name))) return notJudged;
      const earlier = seen.get(id);
      seen.set(id, exchange);
      if (earlier === undefined) return undefined;
      return mismatch(
        anotherId,
        'the same trace id for two requests',
        [earlier, exchange],
        'twice',
      );
    },
  };
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

// W3C Trace Context, 3.2: each is invalid in one way.
const malformed: Readonly<Record<string, string>> = {
  'upper case': `00-${traceId.toUpperCase()}-${parent}-01`,
  'trace id of zeros': `00-${'0'.repeat(32)}-${parent}-01`,
  'parent of zeros': `00-${traceId}-${'0'.repeat(16)}-01`,
  'version ff': `ff-${traceId}-${parent}-01`,
  'trace id too short': `00-${traceId.slice(1)}-${parent}-01`,
  'trace id too long': `00-${traceId}0-${parent}-01`,
  'no flags': `00-${traceId}-${parent}`,
  'more than version 00 has': `00-${traceId}-${parent}-01-more`,
  'not hexadecimal': `00-${traceId.replace('4', 'g')}-${parent}-01`,
  'no dashes': `00${traceId}${parent}01`,
  words: 'not a traceparent at all',
  empty: '',
};

// Sent without a token: the server rejects it, but does not count it as a failed login.
const anyRequest = (name: string, value: string) =>
  revokeRequest(undefined, 'none', { headers: [[name, value]] });

export const traceChecks = serviceChecks(decided('trace-id'), {
  'trace/new-id-with-traceparent': serviceCheck({
    rule: 'Returns a new trace id even when the request has a `traceparent` header.',
    needs: [],
    run: async (context) => {
      const request = anyRequest('traceparent', `00-${traceId}-${parent}-01`);
      const [first, second] = [await context.call(request), await context.call(request)];
      const id = traceOf(first);
      // Other checks report a response without an id.
      if (id === undefined) return undefined;
      if (id.toLowerCase().includes(traceId)) {
        return mismatch('a new trace id', 'the trace id of the header', [first]);
      }
      if (traceOf(second) !== id) return undefined;
      const got = 'the same trace id for two requests with the same traceparent';
      return mismatch(anotherId, got, [first, second]);
    },
  }),
  'trace/malformed-traceparent-is-ignored': serviceCheck({
    rule: 'Ignores a malformed `traceparent` header and returns a new trace id.',
    needs: [],
    run: async (context) => {
      const plain = await context.call(revokeRequest(undefined, 'none'));
      const expected = context.outcomeOf(plain).code;
      return judgeInTurn(Object.entries(malformed), async ([key, value]) => {
        const exchange = await context.call(anyRequest('traceparent', value));
        if (context.outcomeOf(exchange).code !== expected) {
          const same = `the same response as without the header (${describeResponse(plain)})`;
          return mismatch(same, describeResponse(exchange), [plain, exchange], key);
        }
        const id = traceOf(exchange)?.toLowerCase();
        if (id === undefined) return undefined;
        const isCopied = id === traceId || /^0+$/.test(id) || (value !== '' && value.includes(id));
        return isCopied
          ? mismatch('a new trace id', 'the trace id of the header', [exchange], key)
          : undefined;
      });
    },
  }),
  'trace/id-is-not-echoed': serviceCheck({
    rule: 'Returns its own trace id, not one from a request header.',
    needs: [],
    run: async (context) => {
      const names = [
        'X-Request-Id',
        'X-Trace-Id',
        'X-Correlation-Id',
        'Request-Id',
        'X-Amzn-Trace-Id',
      ];
      const value = 'deadbeefdeadbeefdeadbeefdeadbeef';
      return judgeInTurn(names, async (name) => {
        const exchange = await context.call(anyRequest(name, value));
        if (traceOf(exchange)?.includes(value) !== true) return undefined;
        return mismatch(
          'a trace id that the service made',
          `the value of ${name}`,
          [exchange],
          name,
        );
      });
    },
  }),
});
