import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';

const status = { code: 200, message: 'OK', trace_id: '58134afa37891a47ecbad810da97de90' };
const usage = { latency_ms: 1 };
const id = 'key_sj2GtFqi91JhYZAmdLVEqU';
const at = '2026-01-02T03:04:05.678Z';

/** Constant responses, as long as those of the service, and valid according to the contract. */
export const cannedResponses = {
  generated: {
    status,
    data: {
      id,
      api_key: `aak_${'0'.repeat(49)}`,
      note: 'This is a root-level key. Store it now: the service keeps only a hash of it.',
      description: '',
      created_at: at,
      key_prefix: 'aak_00000000',
    },
    usage,
  },
  loggedIn: {
    status,
    data: {
      access_token: `aat_${'0'.repeat(49)}`,
      token_type: 'Bearer',
      expires_in: 3600,
      me_id: 'usr_5vN0cJt8aLq2ZkW7hXyPmE',
      mfa_enabled: false,
      nickname: 'Bench',
    },
    usage,
  },
  revoked: { status, data: { message: 'API key revoked', id, revoked_at: at }, usage },
} as const;

/** Adds the routes that generate and revoke keys. They only return constant responses. */
export function addCannedRoutes(app: Express): void {
  app.post('/v1/security/apikey/generate', (_request, response) => {
    response.json(cannedResponses.generated);
  });
  app.delete('/v1/security/apikey/:id', (_request, response) => {
    response.json(cannedResponses.revoked);
  });
}

export interface UrlInfo {
  readonly url: string;
}

/** Listens on a free port. */
export async function listen(listener: RequestListener): Promise<UrlInfo> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}` };
}
