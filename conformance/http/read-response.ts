import type { Response } from './exchange.ts';
import type { Fault, FaultKind } from './fault.ts';
import { readChunks } from './read-chunks.ts';
import { endOfHead, type Head, readHead } from './read-head.ts';
import { readText } from './read-json.ts';
import { headerOf } from './request.ts';

export type AnswerState =
  | { readonly state: 'reading'; readonly response?: Response }
  | { readonly state: 'done'; readonly response: Response; readonly reusable: boolean }
  | { readonly state: 'not-http' }
  | { readonly state: 'too-large'; readonly response?: Response };

export interface AnswerReader {
  push(octets: Buffer): AnswerState;
  /** The connection has ended. */
  end(): AnswerState;
  /** What there is, when waiting any longer is pointless. */
  partial(): Response | undefined;
}

const notEnded: Fault = { kind: 'truncated', detail: 'the answer did not end' };
const mostHeadOctets = 256 * 1024;

/** Reads one answer out of what a socket gives. Interim answers (1xx) are skipped. */
export function createAnswerReader(method: string, maxBodyOctets: number): AnswerReader {
  let octets: Buffer = Buffer.alloc(0);
  let head: Head | undefined;

  const read = (ended: boolean): AnswerState => {
    while (head === undefined) {
      if (octets.length >= 5 && octets.toString('latin1', 0, 5) !== 'HTTP/') return { state: 'not-http' };
      const end = endOfHead(octets);
      if (end < 0) {
        return ended || octets.length > mostHeadOctets ? { state: 'not-http' } : { state: 'reading' };
      }
      const found = readHead(octets.subarray(0, end));
      if (found === undefined) return { state: 'not-http' };
      if (found.status >= 100 && found.status < 200 && found.status !== 101) octets = octets.subarray(end);
      else head = found;
    }
    return readBody(head, octets, { method, maxBodyOctets, ended });
  };

  return {
    push: (more) => {
      octets = Buffer.concat([octets, more]);
      return read(false);
    },
    end: () => (octets.length === 0 ? { state: 'reading' } : read(true)),
    partial: () =>
      head === undefined ? undefined : toResponse(head, octets, bodySoFar(head, octets), [notEnded]),
  };
}

interface Reading {
  readonly method: string;
  readonly maxBodyOctets: number;
  readonly ended: boolean;
}

function readBody(head: Head, octets: Buffer, { method, maxBodyOctets, ended }: Reading): AnswerState {
  const after = octets.subarray(head.length);
  const faults: Fault[] = [];
  const fault = (kind: FaultKind, detail: string) => faults.push({ kind, detail });
  const done = (body: Buffer, length: number, reusable: boolean): AnswerState => {
    const rest = after.subarray(length);
    if (rest.length > 0) {
      fault(noBody(head, method) ? 'body-forbidden' : 'extra-octets', `${rest.length} octets follow`);
    }
    const response = toResponse(head, octets.subarray(0, head.length + length), body, faults, rest);
    const closes = /\bclose\b/i.test(headerOf(head.headers, 'connection') ?? '');
    return { state: 'done', response, reusable: reusable && !closes && rest.length === 0 && !ended };
  };

  if (noBody(head, method)) return done(Buffer.alloc(0), 0, true);
  if (after.length > maxBodyOctets)
    return { state: 'too-large', response: toResponse(head, octets, after, []) };

  const coding = headerOf(head.headers, 'transfer-encoding');
  const lengths = head.headers
    .filter(([name]) => name.toLowerCase() === 'content-length')
    .map(([, value]) => value);
  if (coding !== undefined) {
    if (lengths.length > 0) fault('content-length-and-chunked', `Content-Length: ${lengths.join(', ')}`);
    if (!/(^|,)\s*chunked$/i.test(coding)) {
      fault('transfer-encoding-unknown', coding);
      return ended ? done(after, after.length, false) : { state: 'reading' };
    }
    const chunks = readChunks(after);
    if (chunks.state === 'complete') return done(chunks.body, chunks.length, lengths.length === 0);
    if (chunks.state === 'broken') {
      fault('bad-chunk', chunks.detail);
      return done(chunks.body, after.length, false);
    }
    if (!ended) return { state: 'reading' };
    fault('truncated', 'the connection ended before the last chunk');
    return done(chunks.body, after.length, false);
  }
  const [length] = lengths;
  if (length === undefined || !/^\d{1,15}$/.test(length)) {
    if (length !== undefined) fault('content-length-invalid', length);
    return ended ? done(after, after.length, false) : { state: 'reading' };
  }
  if (new Set(lengths).size > 1) fault('content-length-contradictory', lengths.join(', '));
  const announced = Number(length);
  if (after.length >= announced) return done(after.subarray(0, announced), announced, lengths.length === 1);
  if (!ended) return { state: 'reading' };
  fault('truncated', `${after.length} of ${announced} octets came`);
  return done(after, after.length, false);
}

function noBody(head: Head, method: string): boolean {
  return method === 'HEAD' || head.status === 204 || head.status === 304 || head.status === 101;
}

function bodySoFar(head: Head, octets: Buffer): Buffer {
  const after = octets.subarray(head.length);
  return headerOf(head.headers, 'transfer-encoding') === undefined ? after : readChunks(after).body;
}

function toResponse(
  head: Head,
  octets: Buffer,
  body: Buffer,
  faults: readonly Fault[],
  rest: Buffer = Buffer.alloc(0),
): Response {
  const read = readText(body, headerOf(head.headers, 'content-type'));
  return {
    status: head.status,
    reason: head.reason,
    headers: head.headers,
    header: (name) => headerOf(head.headers, name),
    headerAll: (name) =>
      head.headers.filter(([given]) => given.toLowerCase() === name.toLowerCase()).map(([, value]) => value),
    body,
    text: read.text,
    json: read.json,
    faults: [...head.faults, ...faults, ...read.faults],
    octets,
    rest,
  };
}
