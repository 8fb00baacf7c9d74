import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';

export interface UrlInfo {
  readonly url: string;
}

// From memory, as long as those of the service, and valid by the contract.
const status = { code: 200, message: 'OK', trace_id: '58134afa37891a47ecbad810da97de90' };
const usage = { latency_ms: 1 };
const id = 'key_sj2GtFqi91JhYZAmdLVEqU';
const at = '2026-01-02T03:04:05.678Z';
const generated = {
  id,
  api_key: `aak_${'0'.repeat(49)}`,
  note: 'This is a root-level key. It is shown once: store it now.',
  description: '',
  created_at: at,
  key_prefix: 'aak_00000000',
};
const revoked = { message: 'API key revoked', id, revoked_at: at };

/** Answers generations and revocations, and does nothing else. */
export function addAnswers(app: Express): void {
  app.post('/v1/security/apikey/generate', (_request, response) => {
    response.json({ status, data: generated, usage });
  });
  app.delete('/v1/security/apikey/:id', (_request, response) => {
    response.json({ status, data: revoked, usage });
  });
}

export async function listen(app: Express): Promise<UrlInfo> {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}` };
}
