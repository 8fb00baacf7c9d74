import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import type { Limits } from './limits.ts';
import { lingering } from './linger.ts';
import { boundPipelining } from './pipelining.ts';

/** The kinds of request and answer that a server makes. */
export type Messages = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/** What answers requests, and the kinds of message that it works best with. */
export type Listener = RequestListener & { readonly messages?: Messages };

/**
 * Longer than the minute for which proxies, load balancers and Node's own `fetch` keep a connection by default. Whoever ends
 * it first may do so while the other sends a request, which is then lost, and not sent again if it is a POST.
 */
const keepAliveTimeout = 65_000;

/**
 * Node's server for HTTP, or with a certificate for HTTPS, set so that what it would answer or forget by itself comes to
 * the steps of `app.ts`.
 */
export function createNodeServer(limits: Limits, listener: Listener, tls?: SecureContextOptions): Server {
  const options: ServerOptions = {
    ...listener.messages,
    // Node stops parsing here; up to it http/size answers in the order that the contract gives.
    maxHeaderSize: 2 * (limits.headerBytes + limits.uriBytes),
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: 500,
    keepAliveTimeout,
    // http/framing answers this with an envelope.
    requireHostHeader: false,
  };
  // A peer may be as slow to send what nobody waits for as to send a head.
  const heard = lingering(limits.headersTimeoutMs, listener);
  const bounded = boundPipelining(limits.pipelinedRequests, heard);
  const server =
    tls === undefined
      ? createServer(options, bounded)
      : createSecureServer(
          // RFC 7301: who offers a protocol that is not named here gets no connection at all.
          {
            ...options,
            ...tls,
            ALPNProtocols: ['http/1.1', 'http/1.0'],
            handshakeTimeout: limits.headersTimeoutMs,
          },
          bounded,
        );
  // Node would drop headers beyond a number in silence, and a second Authorization among them.
  server.maxHeadersCount = 0;
  return server;
}
