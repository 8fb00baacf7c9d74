import type { AddressInfo, Server } from 'node:net';

/** Where a server that listens on a port is reached, without a slash at the end. */
export function listeningUrl(server: Server, scheme: 'http' | 'https' = 'http'): string {
  // A server that listens on a port has an address of this kind.
  const { address, family, port } = server.address() as AddressInfo;
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
