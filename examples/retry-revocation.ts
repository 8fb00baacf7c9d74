/**
 * Revokes a key over a network that loses answers. A revocation may be sent again, so the client does; what it gives up on
 * is a failure with its name.
 * In a project that has installed the package, import from 'account-access/client'.
 *
 * npx tsx examples/retry-revocation.ts [base-url]    after `npm start`
 */
import { createClient } from '../client/create-client.ts';

let answersToLose = 1;

const client = createClient({
  baseUrl: process.argv[2] ?? 'http://127.0.0.1:8080',
  credentials: { identity: 'demo@example.com', password: 'demo-password' },
  timeout: 30_000,
  retries: 3,
  // Only to show it: the request arrives, and the answer to a revocation is lost on its way back.
  fetch: async (request) => {
    const response = await fetch(request);
    if (request.method !== 'DELETE' || answersToLose === 0) return response;
    answersToLose -= 1;
    console.log('An answer was lost');
    throw new TypeError('connection reset');
  },
});

const key = await client.generateApiKey({ description: 'Nightly build' });
const first = await client.result.revokeApiKey(key.id, { signal: AbortSignal.timeout(120_000) });
console.log(first.ok ? first.data.message : `Not revoked: ${first.failure.reason}`);

const second = await client.result.revokeApiKey('key_of_nobody');
if (!second.ok) {
  switch (second.failure.reason) {
    case 'key_not_found':
      console.log('There is no such key');
      break;
    case 'rate_limited':
      console.log('Come back in', second.failure.retryAfter, 'seconds');
      break;
    default:
      console.log(second.failure.message, second.failure.traceId);
  }
}
