import { type Client, createClient } from '../../client/index.ts';

/** Compiled but never called: each line that must not compile has an `@ts-expect-error`. */
export async function misspelt(client: Client) {
  // @ts-expect-error a misspelt field of the request
  await client.login({ identity: 'ada@example.com', pasword: '' });
  // @ts-expect-error identity is required
  await client.login({ password: '' });
  // @ts-expect-error a misspelt field of the request
  await client.result.generateApiKey({ descripton: '' });
  // @ts-expect-error only a generation has an idempotency key
  await client.revokeApiKey('key_1', { idempotencyKey: 'deploy-7' });
  // @ts-expect-error the id is a string
  await client.revokeApiKey(7);
  // @ts-expect-error a misspelt field of the data
  (await client.generateApiKey()).apiKey;
  // @ts-expect-error `data` exists only after a check of `ok`
  (await client.result.generateApiKey()).data;
  // @ts-expect-error a misspelt option
  createClient({ baseUrl: '', timeOut: 1 });
}
