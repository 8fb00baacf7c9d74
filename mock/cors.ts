import { deprecationHeaders } from '../server/http/deprecation.ts';
import type { Incoming, Reply } from './transport.ts';

const exposed = [
  'Accept-Post',
  'Allow',
  ...deprecationHeaders,
  'Mock-Error',
  'Preference-Applied',
  'Retry-After',
  'WWW-Authenticate',
].join(', ');

/** Whether a browser asks if it may send something (Fetch standard, 3.2.2). */
export function isPreflight({ method, headers }: Incoming): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

/** Yes to whatever is asked. */
export function answerPreflight({ headers }: Incoming): Reply {
  return {
    status: 204,
    body: '',
    headers: {
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
      'Access-Control-Allow-Headers': text(headers['access-control-request-headers']) ?? '',
      ...(headers['access-control-request-private-network'] !== undefined && {
        'Access-Control-Allow-Private-Network': 'true',
      }),
      'Access-Control-Max-Age': '600',
    },
  };
}

/**
 * Lets the page that asked read the answer. The origin by its name: browsers refuse `*` to a request with credentials. A
 * request from no browser gets what the service would answer.
 */
export function allowOrigin({ headers }: Incoming, reply: Reply): Reply {
  const origin = text(headers.origin);
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

function text(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
