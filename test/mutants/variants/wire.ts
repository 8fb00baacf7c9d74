import { randomUUID } from 'node:crypto';
import { timedCheck } from '../../support/timed-check.ts';
import { correct } from '../model/correct.ts';
import type { Variant } from '../variant.ts';
import { counter, withHeaders } from './variant-overrides.ts';

/** Reverses the headers of some responses, as a hash table may. */
function inChangingOrder() {
  let count = 0;
  return withHeaders((headers) => {
    count += 1;
    return [1, 2].includes(count % 4) ? Object.fromEntries(Object.entries(headers).reverse()) : headers;
  });
}

export const wireVariants: readonly Variant[] = [
  { name: 'trace ids that are UUIDs', overrides: { traceId: () => randomUUID() } },
  { name: 'trace ids that are numbers', overrides: { traceId: counter() } },
  {
    name: 'the trace id of traceparent',
    overrides: {
      traceId: (world, request) =>
        request?.header('traceparent')?.split('-')[1] || correct.traceId(world, request),
    },
  },
  {
    name: 'none of our headers',
    overrides: withHeaders(
      ({ 'Cache-Control': _cache, 'X-Content-Type-Options': _sniff, ...headers }) => headers,
    ),
  },
  {
    name: 'more cache directives than no-store',
    overrides: withHeaders((headers) => ({
      ...headers,
      'Cache-Control': 'private, no-store, max-age=0',
    })),
    options: { strict: true, skip: [timedCheck] },
  },
  {
    name: 'a content type without charset',
    overrides: withHeaders((headers) => ({ ...headers, 'Content-Type': 'application/json' })),
  },
  {
    name: 'headers and cookies of a gateway',
    overrides: withHeaders((headers) => ({
      ...headers,
      Server: 'gateway/2.1',
      'X-Request-Id': randomUUID(),
      'Set-Cookie': [`affinity=${randomUUID()}`, 'seen=1; HttpOnly'],
      Vary: 'Accept-Encoding',
    })),
  },
  {
    name: 'CORS for every origin',
    overrides: withHeaders((headers) => ({
      ...headers,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'RateLimit, Retry-After',
      Vary: 'Origin',
    })),
  },
  {
    name: 'one request per connection',
    overrides: withHeaders((headers) => ({ ...headers, Connection: 'close' })),
  },
  {
    name: 'chunked responses',
    overrides: {
      write: (_world, response, { status, headers, body }) => {
        response.writeHead(status, { ...headers } as Record<string, string>);
        response.write(String(body).slice(0, 20));
        response.end(String(body).slice(20));
      },
    },
  },
  {
    name: 'headers in an order that changes',
    overrides: inChangingOrder(),
    options: { only: ['login/same-response-for-unknown-identity'] },
  },
  {
    name: 'JSON with white space and escapes',
    overrides: {
      reply: (world, outcome, request, latencyMs) => {
        const reply = correct.reply(world, outcome, request, latencyMs);
        const text = JSON.stringify(JSON.parse(String(reply.body)), null, 2);
        const escaped = text.replaceAll(
          /[^\n -~]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        return { ...reply, body: `${escaped}\n` };
      },
    },
  },
];
