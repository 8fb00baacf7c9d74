import type { RequestHandler } from 'express';
import type { Limits } from './limits.ts';
import { octetCount } from './octets.ts';
import { Problem } from './problem.ts';
import { sentTarget } from './target.ts';

// ": " between a name and its value, and CRLF behind it.
const punctuation = 4;

/** Refuses a request target or a header block beyond the limits. Node itself stops reading at a larger size. */
export function size({ uriBytes, headerBytes }: Limits): RequestHandler {
  return (request, _response, next) => {
    const { rawHeaders } = request;
    if (octetCount(sentTarget(request)) > uriBytes) throw new Problem('uri_too_long');
    const header = rawHeaders.reduce(
      (total, text) => total + text.length,
      (rawHeaders.length / 2) * punctuation,
    );
    if (header > headerBytes) throw new Problem('headers_too_large');
    next();
  };
}
