import type { ProtocolError, ProtocolErrorKind, Response } from './exchange.ts';
import { endOfHead, type Head, readHead } from './read-head.ts';
import { readChunks, readText } from './read-json.ts';
import { headerOf } from './request.ts';

export type ResponseState =
  | { readonly state: 'reading' | 'not-http' | 'too-large' }
  | { readonly state: 'done'; readonly response: Response; readonly keepAliveMs: number };

const notEnded: ProtocolError = { kind: 'truncated', detail: 'the response did not end' };
const maxHeadBytes = 256 * 1024;
export const maxBodyBytes = 1024 * 1024;

/** Reads one response from the bytes of a socket. Interim responses (1xx) are skipped. */
export function createResponseReader(method: string) {
  let bytes: Buffer = Buffer.alloc(0);
  let head: Head | undefined;

  const read = (ended: boolean): ResponseState => {
    while (head === undefined) {
      if (bytes.length >= 5 && bytes.toString('latin1', 0, 5) !== 'HTTP/')
        return { state: 'not-http' };
      const end = endOfHead(bytes);
      if (end < 0) {
        return ended || bytes.length > maxHeadBytes ? { state: 'not-http' } : { state: 'reading' };
      }
      const found = readHead(bytes.subarray(0, end));
      if (found === undefined) return { state: 'not-http' };
      if (found.status >= 100 && found.status < 200 && found.status !== 101)
        bytes = bytes.subarray(end);
      else head = found;
    }
    return readBody(head, bytes, { method, ended });
  };

  return {
    push: (more: Buffer): ResponseState => {
      bytes = Buffer.concat([bytes, more]);
      return read(false);
    },
    end: (): ResponseState => (bytes.length === 0 ? { state: 'reading' } : read(true)),
    /** The part that has arrived, if the head is complete. */
    partial: () =>
      head === undefined ? undefined : toResponse(head, bytes, bodySoFar(head, bytes), [notEnded]),
  };
}

interface Reading {
  readonly method: string;
  readonly ended: boolean;
}

function readBody(head: Head, bytes: Buffer, { method, ended }: Reading): ResponseState {
  const after = bytes.subarray(head.length);
  const protocolErrors: ProtocolError[] = [];
  const report = (kind: ProtocolErrorKind, detail: string) => protocolErrors.push({ kind, detail });
  const done = (body: Buffer, length: number, reusable: boolean): ResponseState => {
    const rest = after.subarray(length);
    if (rest.length > 0) {
      report(
        hasNoBody(head, method) ? 'body-forbidden' : 'extra-bytes',
        `${rest.length} bytes follow`,
      );
    }
    const response = toResponse(
      head,
      bytes.subarray(0, head.length + length),
      body,
      protocolErrors,
      rest,
    );
    const staysOpen = reusable && rest.length === 0 && !ended;
    return { state: 'done', response, keepAliveMs: staysOpen ? keepAliveMsOf(head) : 0 };
  };

  if (hasNoBody(head, method)) return done(Buffer.alloc(0), 0, true);
  if (after.length > maxBodyBytes) return { state: 'too-large' };

  const coding = headerOf(head.headers, 'transfer-encoding');
  const lengths = head.headers
    .filter(([name]) => name.toLowerCase() === 'content-length')
    .map(([, value]) => value);
  if (coding !== undefined) {
    if (lengths.length > 0)
      report('content-length-and-chunked', `Content-Length: ${lengths.join(', ')}`);
    if (!/(^|,)\s*chunked$/i.test(coding)) {
      report('transfer-encoding-unknown', coding);
      return ended ? done(after, after.length, false) : { state: 'reading' };
    }
    const chunks = readChunks(after);
    if (chunks.state === 'complete') return done(chunks.body, chunks.length, lengths.length === 0);
    if (chunks.state === 'invalid') {
      report('bad-chunk', chunks.detail);
      return done(chunks.body, after.length, false);
    }
    if (!ended) return { state: 'reading' };
    report('truncated', 'the connection ended before the last chunk');
    return done(chunks.body, after.length, false);
  }
  const [length] = lengths;
  if (length === undefined || !/^\d{1,15}$/.test(length)) {
    if (length !== undefined) report('content-length-invalid', length);
    return ended ? done(after, after.length, false) : { state: 'reading' };
  }
  if (new Set(lengths).size > 1) report('content-length-contradictory', lengths.join(', '));
  const announced = Number(length);
  if (after.length >= announced)
    return done(after.subarray(0, announced), announced, lengths.length === 1);
  if (!ended) return { state: 'reading' };
  report('truncated', `received ${after.length} of ${announced} bytes`);
  return done(after, after.length, false);
}

/** How long the server keeps the connection open, as far as the head says. */
function keepAliveMsOf({ version, headers }: Head): number {
  if (version !== '1.1' || /\bclose\b/i.test(headerOf(headers, 'connection') ?? '')) return 0;
  const seconds = /\btimeout\s*=\s*(\d+)/i.exec(headerOf(headers, 'keep-alive') ?? '')?.[1];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1000;
}

function hasNoBody(head: Head, method: string): boolean {
  return method === 'HEAD' || head.status === 204 || head.status === 304 || head.status === 101;
}

function bodySoFar(head: Head, bytes: Buffer): Buffer {
  const after = bytes.subarray(head.length);
  return headerOf(head.headers, 'transfer-encoding') === undefined ? after : readChunks(after).body;
}

function toResponse(
  head: Head,
  bytes: Buffer,
  body: Buffer,
  protocolErrors: readonly ProtocolError[],
  rest: Buffer = Buffer.alloc(0),
): Response {
  const read = readText(body, headerOf(head.headers, 'content-type'));
  return {
    status: head.status,
    reason: head.reason,
    headers: head.headers,
    header: (name) => headerOf(head.headers, name),
    headerAll: (name) =>
      head.headers
        .filter(([given]) => given.toLowerCase() === name.toLowerCase())
        .map(([, value]) => value),
    body,
    text: read.text,
    json: read.json,
    protocolErrors: [...head.protocolErrors, ...protocolErrors, ...read.protocolErrors],
    bytes,
    rest,
  };
}
