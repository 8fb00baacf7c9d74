/**
 * Generates an API key and revokes it. The client logs in automatically.
 *
 * npx tsx examples/log-in-generate-revoke.ts [base-url]    after `npm start`
 */
import { createClient } from 'account-access-client';

const client = createClient({
  baseUrl: process.argv[2] ?? 'http://127.0.0.1:8080',
  // A demo account. Read your own credentials from a secret store.
  credentials: { identity: 'demo@example.com', password: 'demo-password' },
});

const key = await client.generateApiKey({ description: 'Nightly build' });
// Store `key.api_key` now: the service returns it only once. `console.log` prints `[hidden]` in its place.
console.log('Generated', key);
console.log('The secret has', key.api_key.length, 'characters and begins with', key.key_prefix);

const revocation = await client.revokeApiKey(key.id);
console.log(revocation.message, 'at', revocation.revoked_at);
