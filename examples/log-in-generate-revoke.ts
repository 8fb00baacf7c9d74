/**
 * Generates an API key and revokes it. The client logs in by itself.
 * In a project that has installed the package, import from 'account-access/client'.
 *
 * npx tsx examples/log-in-generate-revoke.ts [base-url]    after `npm start`
 */
import { createClient } from '../client/create-client.ts';

const client = createClient({
  baseUrl: process.argv[2] ?? 'http://127.0.0.1:8080',
  // A demo account. Yours come from where you keep secrets.
  credentials: { identity: 'demo@example.com', password: 'demo-password' },
});

const key = await client.generateApiKey({ description: 'Nightly build' });
// The secret is in `key.api_key`, now and never again. It is hidden from logs, and from `JSON.stringify`.
console.log('Generated', key);
console.log('The secret has', key.api_key.length, 'characters and begins with', key.key_prefix);

const revocation = await client.revokeApiKey(key.id);
console.log(revocation.message, 'at', revocation.revoked_at);
