import type { RequestHandler } from 'express';
import { exposedHeaders } from './cors-headers.ts';
import { commonHeaders } from './envelope.ts';

const preflightHeaders = {
  ...commonHeaders,
  'Access-Control-Allow-Methods': 'POST, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, traceparent',
  'Access-Control-Max-Age': '600',
};

/** Lets pages of these origins read the responses (Fetch standard, 3.2). `*` is any origin. Without cookies, so without credentials. */
export function cors(origins: readonly string[]): RequestHandler {
  return ({ method, headers }, response, next) => {
    // In every response, or a cache would give one origin the response for another.
    response.vary('Origin');
    const { origin } = headers;
    if (origin === undefined || !(origins.includes(origin) || origins.includes('*'))) return next();

    response.set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': exposedHeaders.join(', '),
    });
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined)
      return next();
    response.writeHead(204, preflightHeaders).end();
  };
}
