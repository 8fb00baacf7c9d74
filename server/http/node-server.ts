import { createServer, type RequestListener, type Server } from 'node:http';
import type { Limits } from './limits.ts';
import { boundPipelining } from './pipelining.ts';

/** Node's HTTP server, set so that what it would answer or forget by itself comes to the steps of `app.ts`. */
export function createNodeServer(limits: Limits, listener: RequestListener): Server {
  const server = createServer(
    {
      // Node stops parsing here; up to it http/size answers in the order that the contract gives.
      maxHeaderSize: 2 * (limits.headerBytes + limits.uriBytes),
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: 500,
      // http/framing answers this with an envelope.
      requireHostHeader: false,
    },
    boundPipelining(limits.pipelinedRequests, listener),
  );
  // Node would drop headers beyond a number in silence, and a second Authorization among them.
  server.maxHeadersCount = 0;
  return server;
}
