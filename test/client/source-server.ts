import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listeningUrl } from '../../server/http/node-server.ts';

export const sourceAccount = { identity: 'ada@example.com', password: 'Correct Horse' };

/**
 * Starts a server that knows only the source of the contract. It sends HTTP 200 for every failure, no `reason`, and another key for
 * a repeated `Idempotency-Key`. It also decides otherwise wherever the source shows nothing: fields in
 * camelCase and deeper, `null` in optional fields, numbers for ids.
 */
export async function startSourceServer() {
  const tokens = new Set<string>();
  const keys = new Set<string>();
  const server = createServer(async (request, response) => {
    const { method, url = '', headers } = request;
    const send = (code: number, message: string, data: object | null) => {
      const status = { code, message, trace_id: randomUUID(), httpStatus: null };
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(
        JSON.stringify({ status, data, output: { version: 1 }, usage: { latency_ms: 1 } }),
      );
    };
    if (url === '/v1/auth/login') {
      // The client sends nothing else.
      const { identity, password } = (await json(request)) as Partial<typeof sourceAccount>;
      if (identity !== sourceAccount.identity || password !== sourceAccount.password)
        return send(401, 'Login failed', null);
      const token = randomUUID();
      tokens.add(token);
      const user = { access_token: token, me_id: '17', mfa_enabled: false, nickname: 'Ada' };
      const others = { tokenType: 'bearer', expires_in: null, profile: { roles: ['root'] } };
      return send(200, 'OK', { ...user, ...others });
    }
    if (!tokens.has(headers.authorization?.replace('Bearer ', '') ?? ''))
      return send(401, 'No token', null);
    if (method === 'POST') {
      const id = keys.size + 1;
      keys.add(String(id));
      const secret = { api_key: `key ${randomUUID()}`, note: 'Keep it' };
      const others = { createdAt: 'today', created_at: null, key: { id, scopes: [] } };
      return send(200, 'OK', { ...secret, ...others });
    }
    const isFound = keys.has(url.slice(url.lastIndexOf('/') + 1));
    return isFound ? send(200, 'OK', { message: 'Revoked' }) : send(404, 'No such key', null);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: listeningUrl(server),
    /** As after its restart. */
    forgetTokens: () => tokens.clear(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
