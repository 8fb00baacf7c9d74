/**
 * Logs in with a one-time code. The client calls `otp` when the server requires a code.
 *
 * npx tsx examples/one-time-code.ts [base-url]    after `npm start`
 */
import { createInterface } from 'node:readline/promises';
import { createClient } from 'account-access-client';

async function promptForCode(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question('One-time code: ');
  } finally {
    terminal.close();
  }
}

const client = createClient({
  baseUrl: process.argv[2] ?? 'http://127.0.0.1:8080',
  credentials: {
    identity: 'demo-mfa@example.com',
    password: 'demo-mfa-password',
    otp: promptForCode,
  },
});

// Both calls share one login, so the user enters one code.
const labels = ['Nightly build', 'Release'];
const keys = await Promise.all(labels.map((description) => client.generateApiKey({ description })));
console.log('Generated', keys.map(({ description }) => description).join(' and '));

for (const { id } of keys) await client.revokeApiKey(id);
console.log('Revoked both');
