import { responseLimits } from '../bounded/limits.ts';
import type { ProtocolError, ProtocolErrorKind } from './exchange.ts';
import { createChunksReader } from './read-chunks.ts';
import type { Head } from './read-head.ts';
import { headerOf } from './request.ts';

export type BodyReader = ReturnType<typeof createBodyReader>;

/** How a body ends: with these bytes, with the last chunk, or with the connection. */
type Framing = { readonly length: number } | 'chunked' | 'connection';

/** Reads a body without its transfer coding, and keeps what the limits allow of it and of what follows. */
export function createBodyReader(head: Head, method: string) {
  const errors: ProtocolError[] = [];
  const report = (kind: ProtocolErrorKind, detail: string) => errors.push({ kind, detail });
  const framing = framingOf(head, method, report);
  const isForbidden = hasNoBody(head, method);

  const kept = createKeeper(responseLimits.bodyBytes);
  // With the lines of the chunked coding.
  const raw = createKeeper(responseLimits.bodyBytes + responseLimits.lingeringBytes);
  const rest = createKeeper(responseLimits.lingeringBytes);
  const chunks = createChunksReader(kept.add);
  let received = 0;
  let isDone = typeof framing === 'object' && framing.length === 0;
  let isReusable = framing !== 'connection' && errors.length === 0;

  const finish = (reusable = isReusable) => {
    isDone = true;
    isReusable = reusable;
  };
  /** The bytes that follow the body. */
  const take = (bytes: Buffer): Buffer => {
    if (framing === 'chunked') {
      const after = chunks.push(bytes);
      if (chunks.state() === 'complete') finish();
      if (chunks.state() !== 'invalid') return after;
      report('bad-chunk', chunks.detail());
      finish(false);
      return bytes.subarray(bytes.length);
    }
    const left = framing === 'connection' ? bytes.length : framing.length - kept.length();
    kept.add(bytes.subarray(0, left));
    if (framing !== 'connection' && kept.length() === framing.length) finish();
    return bytes.subarray(left);
  };

  return {
    push: (bytes: Buffer): void => {
      if (isDone) {
        rest.add(bytes);
        return;
      }
      received += bytes.length;
      const after = take(bytes);
      raw.add(bytes.subarray(0, bytes.length - after.length));
      rest.add(after);
      if (!isDone && received > responseLimits.bodyBytes + responseLimits.bytesAfterBody)
        finish(false);
    },
    /** The connection has ended. */
    end: (): void => {
      if (isDone) return;
      finish(false);
      if (framing === 'chunked') report('truncated', 'the connection ended before the last chunk');
      else if (framing !== 'connection')
        report('truncated', `received ${kept.length()} of ${framing.length} bytes`);
    },
    isDone: () => isDone,
    isReusable: () => isReusable,
    length: kept.length,
    result: () => {
      const following = rest.length();
      const extra: ProtocolError = {
        kind: isForbidden ? 'body-forbidden' : 'extra-bytes',
        detail: `${following} bytes follow`,
      };
      return {
        kept: kept.bytes(),
        raw: raw.bytes(),
        rest: rest.bytes(),
        isWhole: kept.length() <= responseLimits.bodyBytes,
        errors: following > 0 ? [...errors, extra] : errors,
      };
    },
  };
}

const firstCapacity = 4 * 1024;

/** Keeps the first bytes, and counts all of them. They are copied: a buffer for each chunk of a byte would need 100 bytes and more. */
export function createKeeper(most: number) {
  let kept: Buffer = Buffer.alloc(0);
  let count = 0;

  /** Makes room, twice as much each time. */
  const grow = (needed: number) => {
    if (needed <= kept.length) return;
    const larger = Buffer.alloc(Math.min(most, Math.max(needed, 2 * kept.length, firstCapacity)));
    kept.copy(larger);
    kept = larger;
  };
  return {
    add: (bytes: Buffer): void => {
      const end = Math.min(most, count + bytes.length);
      grow(end);
      if (end > count) bytes.copy(kept, count, 0, end - count);
      count += bytes.length;
    },
    length: () => count,
    bytes: (): Buffer => kept.subarray(0, Math.min(count, most)),
  };
}

function framingOf(
  head: Head,
  method: string,
  report: (kind: ProtocolErrorKind, detail: string) => void,
): Framing {
  if (hasNoBody(head, method)) return { length: 0 };
  const coding = headerOf(head.headers, 'transfer-encoding');
  const lengths = head.headers
    .filter(([name]) => name.toLowerCase() === 'content-length')
    .map(([, value]) => value);
  if (coding !== undefined) {
    if (lengths.length > 0)
      report('content-length-and-chunked', `Content-Length: ${lengths.join(', ')}`);
    if (/(^|,)\s*chunked$/i.test(coding)) return 'chunked';
    report('transfer-encoding-unknown', coding);
    return 'connection';
  }
  const [length] = lengths;
  if (length === undefined) return 'connection';
  if (!/^\d{1,15}$/.test(length)) {
    report('content-length-invalid', length);
    return 'connection';
  }
  if (new Set(lengths).size > 1) report('content-length-contradictory', lengths.join(', '));
  return { length: Number(length) };
}

function hasNoBody({ status }: Head, method: string): boolean {
  return method === 'HEAD' || status === 204 || status === 304 || status === 101;
}
