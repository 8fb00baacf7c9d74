import type { IncomingMessage } from 'node:http';
import { Problem } from './problem.ts';

/** The token after `Bearer ` (RFC 6750, 2.1 and RFC 9110, 11.1: the scheme in any case). @throws Problem token_missing */
export function readBearer(header: string | undefined): string {
  const [, token] = /^bearer(?: (.*))?$/is.exec(header ?? '') ?? [];
  if (token === undefined) throw new Problem('token_missing');
  return token;
}

// The parser takes as long for a chunk of one byte as for one of a kilobyte. No client sends a body of 16 KiB in so many.
const mostChunks = 1024;

const readBefore =
  'the request body was read before it reached the service: mount the service before express.json()';

/**
 * The body of a request. Each chunk is copied: it keeps the packet that it came in, and a body may come in chunks of one byte.
 * 256 such bodies at once took 680 MB with chunks that were kept.
 *
 * @throws Problem body_too_large; malformed_request when the connection ends before the body
 * @throws Error when a body parser of the surrounding app has read it
 */
export function collect(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // No event would come any more.
    if (request.readableEnded) throw new Error(readBefore);
    let bytes = Buffer.alloc(512);
    let length = 0;
    let chunks = 0;
    request.on('data', (chunk: Buffer) => {
      chunks += 1;
      if (length + chunk.length > limit || chunks > mostChunks) {
        request.removeAllListeners('data').pause();
        reject(new Problem('body_too_large'));
        return;
      }
      if (length + chunk.length > bytes.length) {
        bytes = Buffer.concat([bytes], Math.max(2 * bytes.length, length + chunk.length));
      }
      length += chunk.copy(bytes, length);
    });
    request.once('end', () => resolve(bytes.subarray(0, length)));
    request.once('error', (cause) => reject(new Problem('malformed_request', { cause })));
    const leave = () => {
      if (!request.readableEnded) reject(new Problem('malformed_request'));
    };
    request.once('close', leave);
    // The client has left before.
    if (request.destroyed) leave();
  });
}

interface ContentHeaders {
  readonly 'content-type'?: string | undefined;
  readonly 'content-encoding'?: string | undefined;
}

/**
 * The JSON of a request body; `undefined` without content, where the contract allows that.
 *
 * @throws Problem unsupported_media_type, malformed_request
 */
export function readContent(
  bytes: Uint8Array,
  headers: ContentHeaders,
  required: boolean,
): unknown {
  const type = headers['content-type'];
  // Without content, a type is not needed. One that is sent is checked all the same.
  if (bytes.length === 0 && type === undefined && !required) return undefined;
  const coding = headers['content-encoding'] ?? 'identity';
  const isJson = bytes.length === 0 && type === undefined ? true : isJsonType(type ?? '');
  if (!isJson || coding.trim().toLowerCase() !== 'identity') {
    throw new Problem('unsupported_media_type');
  }
  if (bytes.length === 0 && !required) return undefined;
  return parseStrictJson(bytes);
}

// RFC 9110, 8.3.1. Parameters other than the charset mean nothing to JSON (RFC 8259, 11).
function isJsonType(text: string): boolean {
  const [essence = '', ...parameters] = text.split(';');
  if (essence.trim().toLowerCase() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [, charset] = /^\s*charset\s*=\s*"?([^\s"]*)"?\s*$/i.exec(parameter) ?? [];
    return charset === undefined || charset.toLowerCase() === 'utf-8';
  });
}

const maximumDepth = 8;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The value of a JSON text that every parser reads in the same way (RFC 8259; RFC 7493, 2.1 and 2.3): UTF-8 without byte order
 * mark, no name twice in an object, no lone surrogate or NUL, at most 8 levels deep.
 *
 * @throws Problem malformed_request, without the parser's message, which quotes the text.
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  if (text === '') throw malformed('the body is empty');
  if (text.startsWith('\uFEFF')) throw malformed('the body begins with a byte order mark');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const [, at] = /at position (\d+)/.exec(String(cause)) ?? [];
    throw malformed(
      at === undefined ? 'the body is not JSON' : `the body is not JSON at character ${at}`,
    );
  }
  const fields = countFields(value, 1);
  if (fields > 0 && countNamesIn(text) !== fields) throw malformed('the body has a field twice');
  return value;
}

function malformed(hint: string): Problem {
  return new Problem('malformed_request', { hint });
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed('the body is not UTF-8');
  }
}

function countFields(value: unknown, depth: number): number {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\0'))
      throw malformed('the body has a NUL or a lone surrogate in a text');
    return 0;
  }
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > maximumDepth) throw malformed(`the body nests deeper than ${maximumDepth} levels`);

  let fields = 0;
  for (const [name, field] of Object.entries(value)) {
    countFields(name, depth);
    fields += countFields(field, depth + 1) + (Array.isArray(value) ? 0 : 1);
  }
  return fields;
}

// Of two fields with the same name, a parsed object has one, so the text has more names than the value. Outside its strings,
// a JSON text has one colon per field.
function countNamesIn(text: string): number {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
}
