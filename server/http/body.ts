import {
  type Headers,
  type HttpRequest,
  type HttpResponse,
  operationOf,
  type Step,
} from './context.ts';
import { Problem } from './problem.ts';
import { parseStrictJson } from './strict-json.ts';

/** Where the contract has no body, content is ignored. Many clients send a media type with no content. */
export function body(
  { bodyBytes }: { readonly bodyBytes: number },
  parse: (bytes: Uint8Array, type: string | undefined) => unknown = parseStrictJson,
): Step {
  return async (context, response) => {
    const { requestBody } = operationOf(context).object;
    const bytes = await readBody(context.request, response, bodyBytes);
    if (requestBody === undefined) return undefined;
    const accepted = Object.keys(requestBody.content);
    if (hasWrongType(context.request.headers, bytes, accepted))
      throw new Problem('unsupported_media_type', {
        headers: { 'Accept-Post': accepted.join(', ') },
      });
    if (bytes.length === 0 && requestBody.required !== true) return undefined;
    context.body = parse(bytes, accepted[0]);
    return undefined;
  };
}

function hasWrongType(headers: Headers, bytes: Uint8Array, accepted: readonly string[]): boolean {
  const type = headers['content-type'];
  const coding = headers['content-encoding'];
  // Nearly all requests end here: to parse a media type takes longer than to read a small body.
  if (type !== undefined && coding === undefined && accepted.includes(type)) return false;
  // No content has no wrong type.
  if (bytes.length === 0 && type === undefined) return false;
  if ((coding ?? 'identity').trim().toLowerCase() !== 'identity') return true;
  const { essence = '', charset = 'utf-8' } = parseMediaType(type ?? '') ?? {};
  return !accepted.includes(essence) || charset.toLowerCase() !== 'utf-8';
}

// Each takes hundreds of bytes, however small it is.
const chunksAtOnce = 64;
const mostChunks = 512;

// A client that sends everything before it reads would not see an earlier response, so this much more is read and discarded.
const discardedBytes = 1024 * 1024;

/** The body, as it was sent. @throws Problem body_too_large; malformed_request when the connection ends before the body. */
async function readBody(
  request: HttpRequest,
  response: HttpResponse,
  limit: number,
): Promise<Uint8Array> {
  const { headers, httpVersion } = request;
  // RFC 9110, 10.1.1: an HTTP/1.0 client knows no interim responses, and would mistake one for the final response.
  const waitsForContinue =
    headers.expect?.toLowerCase() === '100-continue' && httpVersion !== '1.0';
  const declared = Number(headers['content-length'] ?? 0);
  if (declared > limit && (waitsForContinue || declared > limit + discardedBytes))
    throw new Problem('body_too_large');
  if (waitsForContinue) response.writeContinue();

  const bytes = await (isNodeStream(request)
    ? collect(request, declared, limit)
    : iterate(request));
  if (bytes.length > limit) throw new Problem('body_too_large');
  return bytes;
}

/** The part of a stream of Node that is used, without the types of Node, which a project for browsers does not have. */
interface NodeStream {
  readonly destroyed: boolean;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  pause(): unknown;
}

function isNodeStream(request: HttpRequest): request is HttpRequest & NodeStream {
  return 'on' in request;
}

/** Uses events, because iterating over the stream takes longer than all other steps of a small request together. */
function collect(
  request: HttpRequest & NodeStream,
  declared: number,
  limit: number,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let chunks: Uint8Array[] = [];
    let total = 0;
    let count = 0;
    let settled = false;
    const finish = () => {
      settled = true;
      if (total > limit) reject(new Problem('body_too_large'));
      else resolve(joinBytes(chunks));
    };
    const fail = (cause?: unknown) => {
      // Every request emits `close`, and creating an error is slow.
      if (!settled) reject(new Problem('malformed_request', { cause }));
    };
    // The stream has ended, and emits no more events.
    if (request.destroyed) return fail();
    // RFC 9112, 6.3: without either header there is no body.
    if (declared === 0 && request.headers['transfer-encoding'] === undefined) return finish();
    request.on('data', (chunk) => {
      total += chunk.length;
      count += 1;
      if (declared === 0 && count > mostChunks) {
        total = Number.POSITIVE_INFINITY;
        request.pause();
      }
      if (total <= limit) chunks.push(chunk);
      if (chunks.length === chunksAtOnce) chunks = [joinBytes(chunks)];
      // `end` comes later, and adds nothing. If the client sends more, the response closes the connection.
      if (!settled && (total === declared || total > limit + discardedBytes)) finish();
    });
    request.on('end', finish);
    request.on('error', fail);
    request.on('close', fail);
  });
}

/** For any other body, such as that of a Fetch `Request`. */
async function iterate(request: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch (cause) {
    throw new Problem('malformed_request', { cause });
  }
  return joinBytes(chunks);
}

const utf8 = new TextEncoder();
// Node counts without making the bytes. A browser has no `Buffer`.
const { Buffer: node } = globalThis as { Buffer?: { byteLength(text: string): number } };

export function byteLength(text: string): number {
  return node ? node.byteLength(text) : utf8.encode(text).length;
}

export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const joined = new Uint8Array(chunks.reduce((total, { length }) => total + length, 0));
  let end = 0;
  for (const chunk of chunks) {
    joined.set(chunk, end);
    end += chunk.length;
  }
  return joined;
}

const type = /^[\t\n\r ]*([\w!#$%&'*+.^`|~-]+)\/([\w!#$%&'*+.^`|~-]+)[\t\n\r ]*(?:;(.*))?$/s;
// A name, then perhaps a value up to the next semicolon, or in quotes, after which one character is ignored.
const parameter = /[\t\n\r ]*([^;=]*)(?:=(?:"((?:[^"\\]|\\.)*\\?)(?:".?|$)|([^;]*)(?:;|$))|;|$)/gsy;

/**
 * Type and subtype in lower case, and the charset as it was written. As lenient with quotes as Node's `MIMEType` (WHATWG MIME
 * Sniffing, 4.4). `undefined`: it is none.
 */
export function parseMediaType(text: string) {
  const [, main, sub, parameters = ''] = type.exec(text) ?? [];
  if (main === undefined) return undefined;
  const charset = [...parameters.matchAll(parameter)]
    .filter(([, name]) => name?.toLowerCase() === 'charset')
    .map(([, , quoted, plain]) => quoted?.replaceAll(/\\(.)/gs, '$1') ?? trimmed(plain))
    .find((value) => value !== undefined && /^[\t -~\x80-\xff]*$/.test(value));
  return { essence: `${main}/${sub}`.toLowerCase(), charset };
}

// An empty value without quotes counts as missing. To search for blanks at the end takes quadratic time.
function trimmed(value: string | undefined): string | undefined {
  return /^.*[^\t\n\r ]/s.exec(value ?? '')?.[0];
}
