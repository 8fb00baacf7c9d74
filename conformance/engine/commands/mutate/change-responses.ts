import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseJson, writeJson } from '../../bounded/digits.ts';
import { responseLimits } from '../../bounded/limits.ts';
import { decodeBody } from '../../http/decode-body.ts';
import type { SentRequest } from '../../http/exchange.ts';
import type { Header } from '../../http/request.ts';
import { isStream } from '../../http/stream-items.ts';
import { editValue } from '../../mutate/edit-value.ts';
import { choiceOf } from '../../mutate/find-mutations.ts';
import { type Change, lateMs, type Mutation, wrongContentType } from '../../mutate/mutation.ts';
import { type ChangeResponse, endToEnd, type Replacement } from '../proxy/pass-through.ts';
import type { FindOperation } from './record-tests.ts';

/** A response that the proxy has read. */
interface Read {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly Header[];
  /** As it came. */
  readonly raw: Buffer;
  /** Without its content coding. */
  readonly body: Buffer;
}

interface Running {
  readonly mutation: Mutation;
  readonly stop: AbortController;
  /** By list: which page was the first, and its body. */
  readonly pages: Map<string, { readonly page: string; readonly first: Read }>;
  changed: number;
}

/** Changes the responses that one mutation at a time is about. Requests and all other responses stay as they are. */
export function changeResponses(find: FindOperation) {
  let running: Running | undefined;

  const change: ChangeResponse = async (sent, received) => {
    const current = running;
    if (current === undefined) return undefined;
    const { operation, status } = current.mutation;
    if (received.statusCode !== status || find({ request: sent })?.id !== operation.id)
      return undefined;
    return changeOne(current, sent, received);
  };

  return {
    change,
    start: (mutation: Mutation): void => {
      running = { mutation, stop: new AbortController(), pages: new Map(), changed: 0 };
    },
    /** Returns how many responses were changed. */
    stop: (): number => {
      running?.stop.abort();
      const changed = running?.changed ?? 0;
      running = undefined;
      return changed;
    },
  };
}

async function changeOne(
  running: Running,
  sent: SentRequest,
  received: IncomingMessage,
): Promise<Replacement | undefined> {
  const { change } = running.mutation;
  if (change.type === 'late') {
    running.changed += 1;
    // All of them late would take the tests' time for nothing new.
    if (running.changed > 1) return undefined;
    await pause(lateMs, undefined, { signal: running.stop.signal }).catch(() => {});
    return undefined;
  }
  if (change.type === 'replace') {
    running.changed += 1;
    received.resume();
    return replaced(change, received, sent);
  }
  if (isStream(received.headers['content-type'])) return undefined;
  const raw = await readShort(received);
  if (raw === undefined) return undefined;
  const read = readResponse(received, raw);
  const changed = changedBy(change, read, sent, running);
  if (changed !== undefined) running.changed += 1;
  return changed ?? asItCame(read);
}

/** A body, unless it is longer than what a run judges. Then nothing of it is taken. */
function readShort(received: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length <= responseLimits.bodyBytes) return;
      received.off('data', onData).pause();
      received.unshift(Buffer.concat(chunks));
      resolve(undefined);
    };
    received
      .on('data', onData)
      .once('end', () => resolve(Buffer.concat(chunks)))
      .once('error', reject);
  });
}

function readResponse(received: IncomingMessage, raw: Buffer): Read {
  const { statusCode = 502, statusMessage = '' } = received;
  const decoded = decodeBody(raw, received.headers['content-encoding'], false);
  return {
    status: statusCode,
    reason: statusMessage,
    headers: endToEnd(received),
    raw,
    body: 'body' in decoded ? decoded.body : Buffer.alloc(0),
  };
}

function changedBy(
  change: Exclude<Change, { type: 'late' | 'replace' }>,
  read: Read,
  sent: SentRequest,
  { pages }: Running,
): Replacement | undefined {
  if (read.body.length === 0) return undefined;
  switch (change.type) {
    case 'edit': {
      const value = jsonIn(read.body);
      const edited = value && editValue(value.value, change.at, change.edit);
      return edited && withBody(read, Buffer.from(writeJson(edited.value)));
    }
    case 'repeat': {
      const { list, page } = choiceOf(sent.target, change.parameters);
      const known = pages.get(list);
      if (known === undefined) pages.set(list, { page, first: read });
      return known === undefined || known.page === page
        ? undefined
        : withBody(known.first, known.first.body);
    }
    case 'content-type':
      return withBody(
        {
          ...read,
          headers: [...without(read.headers, 'content-type'), ['Content-Type', wrongContentType]],
        },
        read.body,
      );
    case 'cut':
      return { ...withBody(read, read.body), cutAt: Math.floor(read.body.length / 2) };
  }
}

function jsonIn(body: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: parseJson(body.toString().replace(/^\uFEFF/, '')) };
  } catch {
    return undefined;
  }
}

function replaced(
  { status, contentType, body }: Extract<Change, { type: 'replace' }>,
  received: IncomingMessage,
  { method }: SentRequest,
): Replacement {
  const about = /^(content-type|content-encoding|location|etag|last-modified)$/i;
  const headers = endToEnd(received).filter(([name]) => !about.test(name));
  const bytes =
    method === 'HEAD' || status === 204 || status === 304 ? Buffer.alloc(0) : Buffer.from(body);
  const type: Header[] =
    contentType === undefined || bytes.length === 0 ? [] : [['Content-Type', contentType]];
  return {
    status,
    reason: STATUS_CODES[status] ?? '',
    headers: [...headers, ...type, ...lengthOf(bytes, status)],
    body: bytes,
  };
}

/** With a body that has no content coding. */
function withBody({ status, reason, headers }: Read, body: Buffer): Replacement {
  const others = without(headers, 'content-encoding');
  return { status, reason, headers: [...others, ...lengthOf(body, status)], body };
}

function asItCame({ status, reason, headers, raw }: Read): Replacement {
  return { status, reason, headers: [...headers, ...lengthOf(raw, status)], body: raw };
}

/** RFC 9110, 8.6: a response that has no body has no length either. */
function lengthOf(body: Buffer, status: number): Header[] {
  return status === 204 || status === 304 ? [] : [['Content-Length', String(body.length)]];
}

const without = (headers: readonly Header[], name: string) =>
  headers.filter(([own]) => own.toLowerCase() !== name);
