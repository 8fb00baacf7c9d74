import { createClient } from 'account-access-client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:8080',
  credentials: { identity: 'demo@example.com', password: 'demo-password' },
});

const { message } = await client.revokeApiKey(process.env.KEY_ID ?? '');
console.log(message);
