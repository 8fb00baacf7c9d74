import type { Step } from '../server/http/context.ts';
import { exposedHeaders } from '../server/http/cors.ts';
import type { MockContext, MockRequest, Reply } from './transport.ts';

const exposed = [...exposedHeaders, 'Mock-Error', 'Preference-Applied'].join(', ');

/** Allows whatever a browser asks for before it sends a request (Fetch standard, 3.2.2). */
export const preflight: Step<MockContext> = (context, response) => {
  const { method, request } = context;
  const { headers } = request;
  if (method !== 'OPTIONS' || headers.origin === undefined) return undefined;
  if (headers['access-control-request-method'] === undefined) return undefined;
  response
    .writeHead(204, {
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
      'Access-Control-Allow-Headers': textOf(headers['access-control-request-headers']) ?? '',
      ...(headers['access-control-request-private-network'] !== undefined && {
        'Access-Control-Allow-Private-Network': 'true',
      }),
      'Access-Control-Max-Age': '600',
    })
    .end();
  context.isListed = false;
  return 'sent';
};

/**
 * Lets the page that sent the request read the response. The header names the page's origin, because browsers reject `*` for a
 * request with credentials. A request without an origin gets the response that the service would send.
 */
export function allowOrigin({ headers: { origin } }: MockRequest, reply: Reply): Reply {
  if (origin === undefined) return reply;
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': exposed,
      Vary: 'Origin, Access-Control-Request-Headers',
    },
  };
}

/** The text of a header that may occur several times. */
export function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.join(', ');
}
