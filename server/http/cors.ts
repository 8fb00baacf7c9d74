import type { ServerResponse } from 'node:http';
import type { Context, Step } from './context.ts';
import { deprecationHeaders } from './deprecation.ts';
import { httpMethods, type OpenApiDocument } from './document.ts';
import { pathFinder } from './find-operation.ts';
import { commonHeaders } from './respond.ts';

/** The headers that a page needs to follow the contract, and that browsers hide from it unless they are listed. */
export const exposedHeaders = [
  ...deprecationHeaders,
  ...[
    'Accept-Post',
    'Allow',
    'Idempotency-Replayed',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
  ],
  'WWW-Authenticate',
] as const;

const exposed = exposedHeaders.join(', ');
const allowedHeaders = 'Authorization, Content-Type, Idempotency-Key, traceparent';

/** Only for these origins (Fetch standard, 3.2). Without cookies, so credentials are not allowed. */
export function cors(
  { paths }: OpenApiDocument,
  origins: readonly string[],
): Step<Context, ServerResponse> {
  const methodsOf = pathFinder(
    Object.fromEntries(
      Object.entries(paths).map(([template, item]) => [
        template,
        httpMethods
          .filter((method) => item[method] !== undefined)
          .join(', ')
          .toUpperCase(),
      ]),
    ),
  );

  return ({ request: { headers }, method, target }, response) => {
    // In every response, or a cache would give one origin the response for another.
    response.appendHeader('Vary', 'Origin');
    if (headers.origin === undefined || !origins.includes(headers.origin)) return undefined;
    response.setHeader('Access-Control-Allow-Origin', headers.origin);
    response.setHeader('Access-Control-Expose-Headers', exposed);
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined)
      return undefined;
    const [path = ''] = target.split('?', 1);
    const methods = methodsOf(path)?.item;
    if (methods === undefined) return undefined;
    response
      .writeHead(204, {
        ...commonHeaders,
        'Access-Control-Allow-Methods': methods,
        'Access-Control-Allow-Headers': allowedHeaders,
        'Access-Control-Max-Age': '600',
      })
      .end();
    return 'sent';
  };
}
