/**
 * Generates and revokes a key over a network that loses responses. The client retries both: revoking a key twice does no harm,
 * and with an `Idempotency-Key`, generating it twice returns the same key. A call that still fails returns a failure.
 *
 * npx tsx examples/retries.ts [base-url]    after `npm start`
 */
import { createClient } from 'account-access-client';

const lossy = new Set(['/v1/security/apikey/generate']);

const client = createClient({
  baseUrl: process.argv[2] ?? 'http://127.0.0.1:8080',
  credentials: { identity: 'demo@example.com', password: 'demo-password' },
  timeout: 30_000,
  retries: 3,
  idempotencyKeys: true,
  // For this example only: the server gets the request, but its first response is lost.
  fetch: async (request) => {
    const response = await fetch(request);
    if (!lossy.delete(new URL(request.url).pathname)) return response;
    console.log('A response was lost');
    throw new TypeError('connection reset');
  },
});

const key = await client.generateApiKey({ description: 'Nightly build' });
console.log('Generated', key.description);

lossy.add(`/v1/security/apikey/${key.id}`);
const first = await client.result.revokeApiKey(key.id, {
  signal: AbortSignal.timeout(120_000),
});
console.log(first.ok ? first.data.message : `Not revoked: ${first.failure.reason}`);

const second = await client.result.revokeApiKey('key_that_does_not_exist');
if (!second.ok) {
  switch (second.failure.reason) {
    case 'key_not_found':
      console.log('API key not found');
      break;
    case 'rate_limited':
      console.log('Try again in', second.failure.retryAfter, 'seconds');
      break;
    default:
      console.log(second.failure.message, second.failure.traceId);
  }
}
