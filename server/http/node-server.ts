import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { networkOf } from '../security/throttle/rate-limit-keys.ts';
import { closeIdle, serveOneAtATime } from './connections.ts';
import { type Limits, mostHeaderFields } from './guard.ts';

/** Handles requests, and names the classes of request and response that it works best with. */
export type Listener = RequestListener & {
  readonly messages?: Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;
};

/** Longer than clients and proxies keep a connection: who ends it first may lose a request. */
const keepAliveTimeout = 65_000;

/** Its settings leave to the steps of `app.ts` what Node would reject or drop by itself. */
export function createNodeServer(
  limits: Limits,
  listener: Listener,
  tls?: SecureContextOptions,
): Server {
  const options: ServerOptions = {
    ...listener.messages,
    // Node stops parsing here. Below it, the step `size` rejects the request, in the order that the contract gives.
    maxHeaderSize: 2 * (limits.headerBytes + limits.uriBytes),
    // Node starts with no longer one.
    headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: 500,
    keepAliveTimeout,
    // The step `framing` rejects such a request with an envelope.
    requireHostHeader: false,
  };
  const server =
    tls === undefined
      ? createServer(options)
      : createSecureServer({
          ...options,
          ...tls,
          // RFC 7301: a client that offers only other protocols gets no connection at all.
          ALPNProtocols: ['http/1.1', 'http/1.0'],
          handshakeTimeout: limits.headersTimeoutMs,
        });
  // A client gets the same time to send a body that is discarded as to send a header.
  serveOneAtATime(server, { ...limits, lingerMs: limits.headersTimeoutMs }, listener);
  limitConnections(server, limits);
  // Node silently drops the fields after these. The step `framing` rejects a request that has so many.
  server.maxHeadersCount = mostHeaderFields + 1;
  return server;
}

/**
 * Ends connections over the limits before anything is read from them. The server emits `drop` for each, as Node does. When the last
 * place is taken, those between two requests make room, or a few networks could hold all places with hardly any requests.
 */
function limitConnections(server: Server, { connections, connectionsPerNetwork }: Limits): void {
  server.maxConnections = connections;
  const open = new Map<string, number>();
  let total = 0;
  let roomMadeAt = Number.NEGATIVE_INFINITY;
  const makeRoom = () => {
    const now = performance.now();
    // It looks at every connection, which a flood must not cause for each that is dropped.
    if (total < connections || now - roomMadeAt < 100) return;
    roomMadeAt = now;
    closeIdle(server);
  };
  // Some may have become idle since the last place was taken.
  server.on('drop', makeRoom);
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) {
      // A Unix socket has no address, and neither has a client that has left: its place is free again.
      if (typeof server.address() === 'object') socket.destroy();
      return;
    }
    const network = networkOf(remoteAddress);
    const count = open.get(network) ?? 0;
    if (count >= connectionsPerNetwork) {
      server.emit('drop', { remoteAddress });
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    total += 1;
    makeRoom();
    socket.once('close', () => {
      total -= 1;
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/** The URL of a server that listens on a port, without a slash at the end. */
export function listeningUrl(server: NetServer, scheme: 'http' | 'https' = 'http'): string {
  // A server that listens on a port has an address of this kind.
  const { address, family, port } = server.address() as AddressInfo;
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
