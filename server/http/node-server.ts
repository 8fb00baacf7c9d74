import { createServer, type Server } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { limits } from '../../generated/contract.ts';
import { mostHeaderFields } from './framing.ts';

/** Longer than clients and proxies keep a connection: who ends it first may lose a request. */
const keepAliveTimeout = 65_000;
const sendTimeoutMs = 30_000;
const mostConnections = 10_000;

/** Its settings leave to the steps of `app.ts` what Node would reject or drop by itself. */
export function createNodeServer(): Server {
  const server = createServer({
    // Node stops parsing here. Below it, the app rejects the request, in the order that the contract gives.
    maxHeaderSize: 2 * (limits.headerBytes + limits.uriBytes),
    headersTimeout: limits.headersTimeoutSeconds * 1000,
    requestTimeout: limits.requestTimeoutSeconds * 1000,
    connectionsCheckingInterval: 500,
    keepAliveTimeout,
    // The app rejects such a request with an envelope.
    requireHostHeader: false,
  });
  // Node silently drops the fields after these. The app rejects a request that has so many.
  server.maxHeadersCount = mostHeaderFields + 1;
  server.maxConnections = mostConnections;
  server.setTimeout(sendTimeoutMs);
  return server;
}

/** The URL of a server that listens on a port, without a slash at the end. */
export function listeningUrl(server: NetServer): string {
  // A server that listens on a port has an address of this kind.
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
