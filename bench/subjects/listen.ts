import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

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
