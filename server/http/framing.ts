import { limits } from '../../generated/contract.ts';
import { Problem } from './problem.ts';

/** What is checked of a request. It names no type of Node, which a project for browsers does not have. */
export interface FramedRequest {
  readonly httpVersion: string;
  /** The request target as the client sent it. */
  readonly target: string;
  readonly headers: {
    readonly host?: string | undefined;
    readonly 'transfer-encoding'?: string | undefined;
  };
  /** Names and values, alternating, as the client sent them. */
  readonly rawHeaders: readonly string[];
}

/** Fields in the header of a request. The parser takes many times as long for a short field as for its bytes. */
export const mostHeaderFields = 100;

const mayOccurOnce = ['host', 'authorization', 'idempotency-key'];

/**
 * Rejects what two servers may read differently (RFC 9112, 3.2 and 6.1).
 *
 * @returns the target in its normal form
 * @throws Problem malformed_request, or headers_too_large for too many fields
 */
export function checkFraming({ httpVersion, target, headers, rawHeaders }: FramedRequest): string {
  if (rawHeaders.length > 2 * mostHeaderFields) {
    throw new Problem('headers_too_large');
  }
  if (hasUnknownEnding(httpVersion, headers['transfer-encoding'])) {
    throw new Problem('malformed_request', { headers: { Connection: 'close' } });
  }

  const twice = findRepeated(rawHeaders);
  if (twice !== undefined) {
    throw new Problem('malformed_request', { hint: `the header ${twice} occurs twice` });
  }
  // HTTP/1.0 has no Host.
  const isWithoutHost = headers.host === undefined && httpVersion !== '1.0';
  if (isWithoutHost || (headers.host !== undefined && !isAuthority(headers.host))) {
    throw new Problem('malformed_request', { hint: 'no Host header, or one that is not a host' });
  }

  const normal = normaliseTarget(target);
  if (normal === undefined) {
    throw new Problem('malformed_request', {
      hint: 'the path or its percent-encoding is not valid',
    });
  }
  return normal;
}

// ": " between a name and its value, and CRLF after it.
const punctuation = 4;

/** @throws Problem uri_too_long, headers_too_large */
export function checkSize({ target, rawHeaders }: FramedRequest): void {
  // A target is ASCII, except what Node passes on as Latin-1.
  if (target.length > limits.uriBytes) throw new Problem('uri_too_long');
  const text = rawHeaders.reduce((total, part) => total + part.length, 0);
  if (text + (rawHeaders.length / 2) * punctuation > limits.headerBytes) {
    throw new Problem('headers_too_large');
  }
}

// HTTP/1.0 has no transfer codings, and this server decodes only `chunked`. With any other, nobody knows where the body ends.
function hasUnknownEnding(version: string, coding: string | undefined): boolean {
  if (version !== '1.1' && version !== '1.0') return true;
  return coding !== undefined && (version === '1.0' || coding.toLowerCase() !== 'chunked');
}

// Of two such headers Node keeps the first, or joins their values.
function findRepeated(rawHeaders: readonly string[]): string | undefined {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return mayOccurOnce.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
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
