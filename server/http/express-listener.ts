import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { Messages } from './node-server.ts';
import { holdTarget } from './target.ts';

/**
 * The app as what Node's server calls, with the kinds of message that the server should make for it. Express changes the
 * prototypes of the messages it gets, which undoes what the engine has learnt of them, and takes longer than a whole small
 * answer of Node's own. One that has the right prototype from its beginning is left as it is.
 */
export function expressListener(app: Express): RequestListener & { readonly messages: Messages } {
  class Request extends IncomingMessage {}
  class Response<Of extends IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  // They inherit from what stood there before.
  Object.assign(app, { request: Request.prototype, response: Response.prototype });

  const listener: RequestListener = (request, response) => {
    holdTarget(request);
    app(request, response);
  };
  return Object.assign(listener, { messages: { IncomingMessage: Request, ServerResponse: Response } });
}
