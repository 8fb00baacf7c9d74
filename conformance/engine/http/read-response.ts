import { responseLimits } from '../bounded/limits.ts';
import { decodeBody, tooLarge } from './decode-body.ts';
import type { ProtocolError, Response } from './exchange.ts';
import { type BodyReader, createBodyReader } from './read-body.ts';
import { endOfHead, type Head, readHead } from './read-head.ts';
import { readText } from './read-json.ts';
import { headerOf } from './request.ts';
import { isStream } from './stream-items.ts';

export type ResponseState =
  | { readonly state: 'reading' | 'not-http' }
  /** A stream, which may have no end. */
  | { readonly state: 'streaming'; readonly bytes: number }
  | { readonly state: 'done'; readonly response: Response; readonly keepAliveMs: number };

const empty: Buffer = Buffer.alloc(0);

/** Reads one response from the bytes of a socket. Interim responses (1xx) are skipped. */
export function createResponseReader(method: string) {
  let head: Head | undefined;
  let body: BodyReader | undefined;
  // Of a head that is not complete.
  let start = empty;
  let interim = 0;

  /** The bytes after the head, once it is complete. */
  const readStart = (more: Buffer, ended: boolean): Buffer | 'reading' | 'not-http' => {
    let from = Math.max(0, start.length - 2);
    start = Buffer.concat([start, more]);
    while (true) {
      if (start.length >= 5 && start.toString('latin1', 0, 5) !== 'HTTP/') return 'not-http';
      const end = endOfHead(start, from);
      if (end < 0) return ended || start.length > responseLimits.headBytes ? 'not-http' : 'reading';
      const found = readHead(start.subarray(0, end));
      if (found === undefined || interim > responseLimits.interim) return 'not-http';
      const after = start.subarray(end);
      if (found.status < 100 || found.status >= 200 || found.status === 101) {
        head = found;
        start = start.subarray(0, end);
        return after;
      }
      interim += 1;
      start = after;
      from = 0;
    }
  };

  const read = (more: Buffer, ended: boolean): ResponseState => {
    let bytes: Buffer = more;
    if (head === undefined) {
      const after = readStart(more, ended);
      if (typeof after === 'string') return { state: after };
      bytes = after;
    }
    if (head === undefined) return { state: 'reading' };
    body ??= createBodyReader(head, method);
    body.push(bytes);
    if (ended) body.end();
    if (!body.isDone()) {
      return isStream(headerOf(head.headers, 'content-type'))
        ? { state: 'streaming', bytes: body.length() }
        : { state: 'reading' };
    }
    const response = toResponse(head, start, body);
    const staysOpen = body.isReusable() && response.rest.length === 0 && !ended;
    return { state: 'done', response, keepAliveMs: staysOpen ? keepAliveMsOf(head) : 0 };
  };

  const soFar = (more: Partial<Response>, error?: ProtocolError): Response | undefined =>
    head && body && { ...toResponse(head, start, body, error), ...more };

  return {
    push: (more: Buffer): ResponseState => read(more, false),
    end: (): ResponseState =>
      head === undefined && start.length === 0 ? { state: 'reading' } : read(empty, true),
    /** The part that has arrived of a response that did not end, if the head is complete. */
    partial: () => soFar({}, { kind: 'truncated', detail: 'the response did not end' }),
    /** The same of a longer one, of which only the beginning is kept. */
    beginning: () => soFar({ unjudged: tooLarge }),
    /** The same of a stream, which need not end. */
    stream: () => soFar({ isOpen: true }),
  };
}

/** How long the server keeps the connection open, as far as the head says. */
function keepAliveMsOf({ version, headers }: Head): number {
  if (version !== '1.1' || /\bclose\b/i.test(headerOf(headers, 'connection') ?? '')) return 0;
  const seconds = /\btimeout\s*=\s*(\d+)/i.exec(headerOf(headers, 'keep-alive') ?? '')?.[1];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1000;
}

function toResponse(
  { headers, status, reason, protocolErrors }: Head,
  start: Buffer,
  body: BodyReader,
  notEnded?: ProtocolError,
): Response {
  const { kept, raw, rest, isWhole, errors } = body.result();
  const isPart = notEnded !== undefined || !body.isDone() || !isWhole;
  const decoded = decodeBody(kept, headerOf(headers, 'content-encoding'), isPart);
  const content = 'body' in decoded ? decoded.body : kept;
  const unread = isWhole ? ('reason' in decoded ? decoded.reason : undefined) : tooLarge;
  const invalid: ProtocolError[] =
    'reason' in decoded && decoded.isInvalid && isWhole
      ? [{ kind: 'bad-content-coding', detail: decoded.reason }]
      : [];
  const read = readText(content, headerOf(headers, 'content-type'), isPart || unread !== undefined);
  const unjudged = unread ?? read.unjudged;
  return {
    status,
    reason,
    headers,
    header: (name) => headerOf(headers, name),
    headerAll: (name) =>
      headers
        .filter(([given]) => given.toLowerCase() === name.toLowerCase())
        .map(([, value]) => value),
    body: content,
    text: read.text,
    json: read.json,
    ...(unjudged !== undefined && { unjudged }),
    protocolErrors: [
      ...protocolErrors,
      ...errors,
      ...(notEnded ? [notEnded] : []),
      ...invalid,
      ...read.protocolErrors,
    ].slice(0, responseLimits.protocolErrors),
    bytes: Buffer.concat([start, raw]),
    rest,
  };
}
