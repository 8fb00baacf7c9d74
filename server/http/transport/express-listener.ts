import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import express, { type Request } from 'express';
import { createIncoming, type Incoming } from '../incoming.ts';
import type { Listener } from './node-server.ts';

/** A request that Express received. */
export interface ExpressIncoming extends Incoming {
  readonly message: Request;
}

const sentTarget = Symbol('sentTarget');

interface WithSentTarget {
  [sentTarget]?: string;
}

/**
 * The steps of a request as a listener for Node's server, behind Express. Only this file and
 * `express-validator.ts` import Express.
 *
 * @param trustedHops how many proxies stand before the service: Express reads that many hops of `X-Forwarded-For`.
 */
export function expressListener(
  run: (incoming: ExpressIncoming, outgoing: ServerResponse) => Promise<void>,
  trustedHops = 0,
): Listener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // The validator reads these two: without them it takes `Generate` for `generate`, where `match` finds an id.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', trustedHops);
  app.use((request: Request & WithSentTarget, response) =>
    run(createIncoming<Request>(request, request[sentTarget] ?? ''), response),
  );

  // Express changes the prototype of each message, unless the message already has the right one. The change discards the
  // engine's optimizations, and takes longer than Node takes for a whole small response.
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<Of extends IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  // The new prototypes inherit from the original ones.
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });

  const listener: RequestListener = (request: IncomingMessage & WithSentTarget, response) => {
    // Express must see a target that it understands: where it finds no path, as in `http://`, it sends a response of its own.
    request[sentTarget] = request.url ?? '';
    request.url = '/';
    if (response.socket === null) closeWithConnection(request, response);
    app(request, response);
  };
  return Object.assign(listener, {
    messages: { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse },
  });
}

const queued = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * In the server of somebody else, Node may have queued the response behind another one of its connection. When the client leaves,
 * Node never emits `close` for such a response.
 */
function closeWithConnection({ socket }: IncomingMessage, response: ServerResponse): void {
  let responses = queued.get(socket);
  if (responses === undefined) {
    responses = new Set();
    queued.set(socket, responses);
    socket.once('close', () => {
      for (const waiting of queued.get(socket) ?? []) waiting.emit('close');
    });
  }
  responses.add(response);
  response.once('close', () => queued.get(socket)?.delete(response));
}
