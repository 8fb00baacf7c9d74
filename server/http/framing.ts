import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { Problem } from './problem.ts';

/**
 * Refuses what Node parses but two servers on the way may read differently, and gives the target its normal form, so that
 * the steps behind all speak of the same path.
 */
export function framing(): RequestHandler {
  return (request, _response, next) => {
    if (hasAmbiguousHost(request) || count(request, 'authorization') > 1)
      throw new Problem('malformed_request');
    const target = normaliseTarget(request.url);
    if (target === undefined) throw new Problem('malformed_request');
    request.url = target;
    next();
  };
}

// RFC 9112, 3.2: a request without Host, or with more than one, is answered 400; HTTP/1.0 had none.
function hasAmbiguousHost(request: IncomingMessage): boolean {
  const hosts = count(request, 'host');
  return hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0');
}

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
