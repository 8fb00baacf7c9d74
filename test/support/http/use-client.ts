import { createClient } from '../../../client/index.ts';

/** What the client returns for each operation of a server, and for the failures that every server has. */
export async function useClient(baseUrl: string, credentials: { identity: string; password: string }) {
  const client = createClient({ baseUrl, credentials, timeout: 300_000 });
  const key = await client.generateApiKey({ description: 'Nightly build' });
  const revocation = await client.revokeApiKey(String(key.id));
  const unknown = await client.result.revokeApiKey('no-such-key');
  const refused = await client.result.login({ ...credentials, password: 'wrong' });
  return {
    secret: key.api_key,
    message: revocation.message,
    unknown: !unknown.ok && unknown.failure.code,
    refused: !refused.ok && refused.failure.code,
  };
}
