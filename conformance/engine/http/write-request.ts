import { NotSent } from '../not-sent.ts';
import { truncate } from '../truncate.ts';
import type { SentRequest } from './exchange.ts';
import { type Header, headerOf, isRaw, type RawRequest, type Request } from './request.ts';

export interface Writing {
  readonly host: string;
  /** The path of the base address, without a slash at its end. */
  readonly prefix: string;
  readonly headers: readonly Header[];
}

/** @throws NotSent when the bytes would say something else than the request. */
export function writeRequest(request: Request | RawRequest, writing: Writing): SentRequest {
  return isRaw(request) ? parseRaw(request) : write(request, writing);
}

function write(request: Request, { host, prefix, headers: extra }: Writing): SentRequest {
  const given = request.headers ?? [];
  const without = new Set(request.without?.map((name) => name.toLowerCase()));
  const body =
    typeof request.body === 'string'
      ? Buffer.from(request.body)
      : Buffer.from(request.body ?? new Uint8Array());
  const automatic: Header[] = [
    ['Host', host],
    ['User-Agent', 'openapi-contract-tests'],
    ['Accept', '*/*'],
    // Without it, a server may choose any coding (RFC 9110, 12.5.3).
    ['Accept-Encoding', 'identity'],
    ...extra,
  ];
  // Methods that usually have a body get a length without one too (RFC 9110, 8.6).
  if (body.length > 0 || /^(POST|PUT|PATCH)$/.test(request.method)) {
    automatic.push(['Content-Length', String(body.length)]);
  }
  const headers = [
    ...automatic.filter(
      ([name]) => headerOf(given, name) === undefined && !without.has(name.toLowerCase()),
    ),
    ...given,
  ];
  const target = prefix + request.target;
  requireOneRequest({ method: request.method, target, headers, body });
  const head = `${request.method} ${target} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  // One byte per code point if possible, so that checks can send any byte. UTF-8 otherwise.
  const encoding = /[^\0-\u00FF]/.test(head) ? 'utf8' : 'latin1';
  const beginning = Buffer.from(head, encoding);
  const bytes = Buffer.concat([beginning, body]);
  return {
    method: request.method,
    target,
    headers,
    // A part of the bytes: some bodies have megabytes, and are kept for reports.
    body: bytes.subarray(beginning.length),
    bytes,
    raw: false,
    settings: request.settings ?? {},
  };
}

const token = /^[\w!#$%&'*+.^`|~-]+$/;
// Visible ASCII, and what becomes bytes from 0x80.
const visible = /^[\x21-\x7e\u0080-\uffff]+$/;
const endsLine = /[\r\n\0]/;

/**
 * Names and values come from documents and servers. With a line break, or a length that is not that of the body, the bytes would
 * be another request or several. Checks of framing send raw requests.
 */
function requireOneRequest({
  method,
  target,
  headers,
  body,
}: Pick<SentRequest, 'method' | 'target' | 'headers' | 'body'>): void {
  const refuse = (what: string, text: string): never => {
    throw new NotSent(`cannot be sent: ${what} ${JSON.stringify(truncate(text, 60))}`, 'missing');
  };
  if (!token.test(method)) refuse('no HTTP method is named', method);
  if (!visible.test(target)) refuse('no request target has spaces or control characters:', target);
  for (const [name, value] of headers) {
    if (!token.test(name)) refuse('no header is named', name);
    if (endsLine.test(value)) refuse(`a line break or NUL in the header ${name}:`, value);
    if (/^transfer-encoding$/i.test(name)) refuse('a body is sent with its length, not', value);
  }
  const lengths = headers.filter(([name]) => /^content-length$/i.test(name));
  const wrong = lengths.find(([, value]) => value !== String(body.length) || lengths.length > 1);
  if (wrong) refuse(`the body has ${body.length} bytes, not Content-Length:`, wrong[1]);
}

/** A raw request, parsed well enough for reports. */
function parseRaw({ bytes, settings }: RawRequest): SentRequest {
  const all = Buffer.from(bytes);
  const end = all.indexOf('\r\n\r\n', 0, 'latin1');
  const [first = '', ...lines] = all
    .toString('latin1', 0, end < 0 ? all.length : end)
    .split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  return {
    method: /^[A-Z]+$/.test(method) ? method : 'GET',
    target,
    headers: lines.map((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
    body: end < 0 ? Buffer.alloc(0) : all.subarray(end + 4),
    bytes: all,
    raw: true,
    settings: settings ?? {},
  };
}
