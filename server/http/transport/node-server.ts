import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContextOptions } from 'node:tls';
import type { Limits } from '../limits.ts';
import { lingering } from './linger.ts';

/** Handles requests, and names the classes of request and response that it works best with. */
export type Listener = RequestListener & {
  readonly messages?: Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;
};

/**
 * Longer than the minute for which proxies, load balancers and Node's own `fetch` keep a connection by default. The side that
 * ends it first may do so while the other sends a request. That request is then lost, and a POST is not sent again.
 */
const keepAliveTimeout = 65_000;

/**
 * Node's server for HTTP, or with a certificate for HTTPS. Its settings leave to the steps of `app.ts` what Node would reject or
 * drop by itself.
 */
export function createNodeServer(limits: Limits, listener: Listener, tls?: SecureContextOptions): Server {
  const options: ServerOptions = {
    ...listener.messages,
    // Node stops parsing here. Below it, the step `size` rejects the request, in the order that the contract gives.
    maxHeaderSize: 2 * (limits.headerBytes + limits.uriBytes),
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: 500,
    keepAliveTimeout,
    // The step `framing` rejects such a request with an envelope.
    requireHostHeader: false,
  };
  // A client gets the same time to send a body that is discarded as to send a header.
  const withLinger = lingering(limits.headersTimeoutMs, listener);
  const bounded = limitPipelining(limits.pipelinedRequests, withLinger);
  const server =
    tls === undefined
      ? createServer(options, bounded)
      : createSecureServer(
          // RFC 7301: a client that offers only other protocols gets no connection at all.
          {
            ...options,
            ...tls,
            ALPNProtocols: ['http/1.1', 'http/1.0'],
            handshakeTimeout: limits.headersTimeoutMs,
          },
          bounded,
        );
  // Node would silently drop headers over a number, a second Authorization among them.
  server.maxHeadersCount = 0;
  return server;
}

/**
 * Limits how many requests of a connection wait for their responses, and ends a connection that sends more (RFC 9112, 9.3.2: a
 * client that pipelines must expect that). A request is a few bytes long and takes much more memory here: without a limit,
 * one connection could fill the memory.
 */
function limitPipelining(limit: number, listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Duplex, number>();
  return (request, response) => {
    const { socket } = request;
    // Node still emits the requests that came after, or just before, the end. They must not be served (RFC 9112, 9.6).
    if (socket.destroyed || socket.writableEnded) return;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > limit) {
      socket.destroy();
      return;
    }
    response.on('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    listener(request, response);
  };
}

/** The URL of a server that listens on a port, without a slash at the end. */
export function listeningUrl(server: NetServer, scheme: 'http' | 'https' = 'http'): string {
  // A server that listens on a port has an address of this kind.
  const { address, family, port } = server.address() as AddressInfo;
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
