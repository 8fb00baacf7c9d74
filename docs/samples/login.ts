import { createClient } from 'account-access-client';

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' });

const login = await client.login({
  identity: 'demo@example.com',
  password: 'demo-password',
});
console.log(login.access_token);
