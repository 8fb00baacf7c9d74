import { strictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { generateApiKey, login, revokeApiKey } from './generated/hey-api';
import { createClient } from './generated/hey-api/client';

const [baseUrl = '', identity = '', password = ''] = process.argv.slice(2);
const anonymous = createClient({ baseUrl, throwOnError: true });
const session = await login({
  client: anonymous,
  body: { identity, password },
  throwOnError: true,
});

const client = createClient({ baseUrl, auth: session.data.data.access_token });
const headers = { 'Idempotency-Key': randomUUID() };
const body = { description: 'A client of hey-api' };
const first = await generateApiKey({ client, headers, body, throwOnError: true });
const repeated = await generateApiKey({ client, headers, body, throwOnError: true });
strictEqual(repeated.data.data.api_key, first.data.data.api_key);

const { id } = first.data.data;
const revoked = await revokeApiKey({ client, path: { id }, throwOnError: true });
strictEqual(revoked.data.data.id, id);

const again = await generateApiKey({ client, headers, body });
strictEqual(again.error?.status.reason, 'idempotency_key_spent');
