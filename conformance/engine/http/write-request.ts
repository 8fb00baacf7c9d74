import type { SentRequest } from './exchange.ts';
import { type Header, headerOf, isRaw, type RawRequest, type Request } from './request.ts';

export interface Writing {
  readonly host: string;
  /** The path of the base address, without a slash at its end. */
  readonly prefix: string;
  readonly headers: readonly Header[];
}

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
    ...extra,
  ];
  const framed = headerOf(given, 'transfer-encoding') !== undefined;
  // Methods that usually have a body get a length without one too (RFC 9110, 8.6).
  if (!framed && (body.length > 0 || /^(POST|PUT|PATCH)$/.test(request.method))) {
    automatic.push(['Content-Length', String(body.length)]);
  }
  const headers = [
    ...automatic.filter(
      ([name]) => headerOf(given, name) === undefined && !without.has(name.toLowerCase()),
    ),
    ...given,
  ];
  const target = prefix + request.target;
  const head = `${request.method} ${target} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  // One byte per code point if possible, so that checks can send any byte. UTF-8 otherwise.
  const encoding = /[^\0-\u00FF]/.test(head) ? 'utf8' : 'latin1';
  return {
    method: request.method,
    target,
    headers,
    body,
    bytes: Buffer.concat([Buffer.from(head, encoding), body]),
    raw: false,
    settings: request.settings ?? {},
  };
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
