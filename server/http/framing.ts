import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { Problem } from './problem.ts';

/**
 * Refuses what Node parses but two servers on the way may read differently, and gives the target its normal form, so that
 * the steps behind all speak of the same path.
 */
export function framing(): RequestHandler {
  return (request, _response, next) => {
    if (hasForeignCoding(request))
      throw new Problem('malformed_request', { headers: { Connection: 'close' } });
    if (hasAmbiguousHost(request) || count(request, 'authorization') > 1)
      throw new Problem('malformed_request');
    const target = normaliseTarget(request.url);
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
function hasAmbiguousHost({ headersDistinct, httpVersion }: IncomingMessage): boolean {
  const [host, ...others] = headersDistinct.host ?? [];
  if (host === undefined) return httpVersion !== '1.0';
  return others.length > 0 || !authority.test(host);
}

// RFC 3986, 3.2.2 and 3.2.3: an address in brackets or a name, then perhaps a port. A name may be empty.
const authority = /^(\[[0-9a-f:.]+\]|([\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(:\d*)?$/i;

function count(request: IncomingMessage, name: string): number {
  return request.headersDistinct[name]?.length ?? 0;
}

/**
 * Takes the authority out of the absolute form (RFC 9112, 3.2.2) and decodes percent-encoded unreserved characters in the
 * path (RFC 3986, 6.2.2.2). `undefined` when an encoding is broken or is not UTF-8, and for a fragment, which no target has.
 */
function normaliseTarget(target: string): string | undefined {
  const parts = /^(?:https?:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?$/i.exec(target);
  if (parts === null) return undefined;
  const [, path = '', query = ''] = parts;
  try {
    decodeURIComponent(path);
  } catch {
    return undefined;
  }
  const normal = path.replaceAll(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded;
  });
  return (normal || '/') + query;
}
