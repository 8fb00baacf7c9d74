import { limits } from '../../generated/contract.ts';
import { byteLength } from './body.ts';
import type { Context, HttpRequest, Step } from './context.ts';
import { Problem } from './problem.ts';

/** How large and how slow a request may be (decision `limits`). */
export interface Limits {
  readonly bodyBytes: number;
  readonly uriBytes: number;
  readonly headerBytes: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** For how long the connection may make no progress with sending a response. */
  readonly sendTimeoutMs: number;
  /** Connections that may be open at once. */
  readonly connections: number;
  /** The same for each IPv4 address and each /64 of IPv6. */
  readonly connectionsPerNetwork: number;
}

export const defaultLimits = {
  bodyBytes: limits.bodyBytes,
  uriBytes: limits.uriBytes,
  headerBytes: limits.headerBytes,
  headersTimeoutMs: limits.headersTimeoutSeconds * 1000,
  requestTimeoutMs: limits.requestTimeoutSeconds * 1000,
  sendTimeoutMs: 30_000,
  connections: 10_000,
  connectionsPerNetwork: 256,
} as const satisfies Limits;

/** Fields in the header of a request. The parser takes many times as long for a short field as for its bytes. */
export const mostHeaderFields = 100;

/** Rejects what two servers may read differently, and gives all later steps the same path. */
export function framing(context: Context): undefined {
  const { request, sentTarget } = context;
  // A second Authorization may be among those that Node did not keep.
  if (request.rawHeaders.length > 2 * mostHeaderFields)
    throw new Problem('headers_too_large', { headers: { Connection: 'close' } });
  if (hasUnknownEnding(request))
    throw new Problem('malformed_request', { headers: { Connection: 'close' } });
  const { hosts, authorizations, idempotencyKeys } = count(request);
  const hint =
    authorizations > 1
      ? 'two Authorization headers'
      : idempotencyKeys > 1
        ? 'two Idempotency-Key headers'
        : undefined;
  if (hint !== undefined || hasAmbiguousHost(request, hosts))
    throw new Problem('malformed_request', {
      hint: hint ?? 'no Host header, several, or one that is not a host',
    });
  const target = normaliseTarget(sentTarget);
  if (target === undefined)
    throw new Problem('malformed_request', {
      hint: 'the path or its percent-encoding is not valid',
    });
  context.target = target;
}

// ": " between a name and its value, and CRLF after it.
const punctuation = 4;

/** Rejects a request target or a header block over the limits. Node itself stops reading at a larger size. */
export function size({ uriBytes, headerBytes }: Pick<Limits, 'uriBytes' | 'headerBytes'>): Step {
  return ({ request: { rawHeaders }, sentTarget }) => {
    if (byteLength(sentTarget) > uriBytes) throw new Problem('uri_too_long');
    const header = rawHeaders.reduce(
      (total, text) => total + text.length,
      (rawHeaders.length / 2) * punctuation,
    );
    if (header > headerBytes) throw new Problem('headers_too_large');
    return undefined;
  };
}

// RFC 9112, 6.1: HTTP/1.0 has no transfer codings, and this server decodes only `chunked`. With any other, or another version,
// nobody knows where the body ends, so nothing more is read from the connection.
function hasUnknownEnding({ headers, httpVersion }: HttpRequest): boolean {
  const coding = headers['transfer-encoding'];
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return true;
  return coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked');
}

// RFC 9112, 3.2: a request without Host, with more than one or with an invalid one gets 400. HTTP/1.0 has no Host.
function hasAmbiguousHost({ headers, httpVersion }: HttpRequest, hosts: number): boolean {
  if (headers.host === undefined) return httpVersion !== '1.0';
  return hosts > 1 || !isAuthority(headers.host);
}

// Of two such headers Node keeps the first, or joins their values. Its lists of all values are slow to create.
function count({ rawHeaders }: HttpRequest) {
  let hosts = 0;
  let authorizations = 0;
  let idempotencyKeys = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase();
    if (name === 'host') hosts += 1;
    else if (name === 'authorization') authorizations += 1;
    else if (name === 'idempotency-key') idempotencyKeys += 1;
  }
  return { hosts, authorizations, idempotencyKeys };
}

// RFC 3986, 3.2.2 and 3.2.3: an address in brackets or a name, then perhaps a port. It may be empty (RFC 9112, 3.2).
const authority = /^(\[[0-9a-f:.]+\]|([\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(:\d*)?$/i;

function isAuthority(text: string): boolean {
  return authority.test(text);
}

/**
 * The origin form of a target: without the authority of the absolute form (RFC 9112, 3.2.2), with percent-encoded unreserved
 * characters decoded (RFC 3986, 6.2.2.2). `undefined` for an invalid encoding or one that is not UTF-8, for another scheme,
 * for an invalid or empty authority (RFC 9110, 4.2.1), and for a fragment, which no target has.
 */
export function normaliseTarget(target: string): string | undefined {
  // Nearly all targets end here: there is nothing to decode or to leave out.
  if (/^\/[\w/.~-]*$/.test(target)) return target;
  const [, host, rest = ''] = /^https?:\/\/([^/?#:][^/?#]*)(.*)$/i.exec(target) ?? [];
  if (host !== undefined && !isAuthority(host)) return undefined;
  const origin = host === undefined ? target : rest.replace(/^(?!\/)/, '/');
  const [, path, query = ''] = /^(\/[^?#]*|\*)(\?[^#]*)?$/.exec(origin) ?? [];
  return path === undefined || !isUtf8(path) ? undefined : decodeUnreserved(path) + query;
}

function isUtf8(path: string): boolean {
  try {
    // Bundlers leave out a call whose result has no use.
    return decodeURIComponent(path) !== undefined;
  } catch {
    return false;
  }
}

// Whole runs of them: a target may have thousands.
const encodedUnreserved = /(?:%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e))+/gi;

function decodeUnreserved(path: string): string {
  return path.replaceAll(encodedUnreserved, decodeURIComponent);
}
