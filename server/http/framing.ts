import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { Problem } from './problem.ts';
import { isAuthority, normaliseTarget, sentTarget } from './target.ts';

/**
 * Refuses what Node parses but two servers on the way may read differently, and gives the target its normal form, so that
 * the steps behind all speak of the same path.
 */
export function framing(): RequestHandler {
  return (request, _response, next) => {
    if (hasForeignCoding(request))
      throw new Problem('malformed_request', { headers: { Connection: 'close' } });
    const { hosts, authorizations } = count(request);
    if (hasAmbiguousHost(request, hosts) || authorizations > 1) throw new Problem('malformed_request');
    const target = normaliseTarget(sentTarget(request));
    if (target === undefined) throw new Problem('malformed_request');
    request.url = target;
    next();
  };
}

// RFC 9112, 6.1: HTTP/1.0 has no transfer codings, and this server decodes none but `chunked`. Where the body ends is then a
// guess, so nothing more is read from the connection.
function hasForeignCoding({ headers, httpVersion }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  return coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked');
}

// RFC 9112, 3.2: a request without Host, with more than one or with a wrong one is answered 400; HTTP/1.0 had none.
function hasAmbiguousHost({ headers, httpVersion }: IncomingMessage, hosts: number): boolean {
  if (headers.host === undefined) return httpVersion !== '1.0';
  return hosts > 1 || !isAuthority(headers.host);
}

// Of two such headers Node keeps the first. Its lists of all that there are take long to make, for two numbers.
function count({ rawHeaders }: IncomingMessage) {
  let hosts = 0;
  let authorizations = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase();
    if (name === 'host') hosts += 1;
    else if (name === 'authorization') authorizations += 1;
  }
  return { hosts, authorizations };
}
