import type { RequestHandler } from 'express';
import { deprecationHeaders } from './deprecation.ts';
import type { OpenApiDocument } from './document.ts';
import { commonHeaders } from './envelope.ts';
import { httpMethods } from './http-methods.ts';

// What a page may not read without leave, and must to do as the contract says.
const exposed = [...deprecationHeaders, 'Retry-After', 'WWW-Authenticate'].join(', ');
const allowedHeaders = 'Authorization, Content-Type, traceparent';

/**
 * Lets pages of these origins, and no other, read the answers (Fetch standard, 3.2). Cookies are not used, and so credentials
 * are not allowed. A question of a page before its request is answered for the paths of the contract.
 */
export function cors(document: OpenApiDocument, origins: readonly string[]): RequestHandler {
  const paths = Object.entries(document.paths).map(([template, item]) => ({
    pattern: new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    methods: httpMethods
      .filter((method) => item[method] !== undefined)
      .join(', ')
      .toUpperCase(),
  }));

  return (request, response, next) => {
    // Said to everybody, or a cache would give one origin what was allowed to another.
    response.vary('Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return next();
    response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed });
    const known = paths.find(({ pattern }) => pattern.test(request.path));
    const asks =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!asks || known === undefined) return next();
    response
      .status(204)
      .set({
        ...commonHeaders,
        'Access-Control-Allow-Methods': known.methods,
        'Access-Control-Allow-Headers': allowedHeaders,
        'Access-Control-Max-Age': '600',
      })
      .end();
  };
}
