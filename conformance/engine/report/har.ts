import { escapeControls } from '../escape-controls.ts';
import { maskTarget } from '../http/curl-command.ts';
import { type Header, headerOf } from '../http/request.ts';
import type { Secrets } from '../secrets.ts';
import {
  maxBodyBytes,
  type RecordedBody,
  type RecordedExchange,
  type Recording,
  type Traffic,
} from './record-traffic.ts';
import type { Tool } from './report.ts';

/** The traffic of a run as HAR 1.2 (HTTP Archive), for browsers and proxies. It contains no remembered secret. */
export function harReport(
  { exchanges, dropped }: Recording,
  baseUrl: string,
  secrets: Secrets,
  { name, version }: Tool,
): string {
  const entries = exchanges.map((exchange) => harEntry(exchange, baseUrl, secrets));
  return harOf({ exchanges: entries, dropped }, { name, version });
}

/** A HAR file of entries, each as JSON. */
export function harOf(
  { exchanges, dropped }: Traffic<string>,
  { name, version }: Pick<Tool, 'name' | 'version'>,
): string {
  const log = {
    version: '1.2',
    creator: { name: `${name} test`, version },
    comment:
      dropped > 0
        ? `The first ${dropped} exchanges are left out: only the last 64 MiB are kept.`
        : undefined,
  };
  const head = JSON.stringify(log).slice(0, -1);
  return escapeControls(`{"log":${head},"entries":[\n${exchanges.join(',\n')}\n]}}\n`);
}

/** An exchange as JSON, with what is a secret now masked. */
export function harEntry(exchange: RecordedExchange, baseUrl: string, secrets: Secrets): string {
  return JSON.stringify(entry(exchange, new URL(baseUrl).origin, secrets));
}

function entry(exchange: RecordedExchange, origin: string, secrets: Secrets) {
  const {
    startedAt,
    durationMs,
    connectMs = 0,
    waitMs = durationMs - connectMs,
    operation,
  } = exchange;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: request(exchange, origin, secrets),
    response: response(exchange, secrets),
    cache: {},
    timings: {
      connect: connectMs,
      send: 0,
      wait: waitMs,
      receive: Math.max(0, durationMs - connectMs - waitMs),
    },
    comment: operation && `operation ${operation}`,
  };
}

function request({ request: sent }: RecordedExchange, origin: string, secrets: Secrets) {
  const { method, target, headers, raw, bodyBytes, headBytes } = sent;
  const query = new URLSearchParams(target.replace(/^[^?]*/s, ''));
  const { text, encoding, comment } = describeBody(sent, secrets, secrets.maskSent);
  const mimeType = headerOf(headers, 'content-type') ?? '';
  const comments = [
    raw ? 'sent as raw bytes; this is how the tool reads them' : undefined,
    comment,
  ];
  return {
    method,
    url: urlOf(origin, maskTarget(target, secrets)),
    httpVersion: 'HTTP/1.1',
    cookies: cookies(headers, 'cookie', secrets.maskSent),
    headers: masked(headers, secrets.maskSent),
    queryString: masked([...query], secrets.maskSent),
    // HAR has no encoding of request bodies, but allows fields that begin with an underscore.
    postData: bodyBytes > 0 ? { mimeType, text, _encoding: encoding, comment } : undefined,
    headersSize: headBytes,
    bodySize: bodyBytes,
    comment: comments.filter((one) => one !== undefined).join('; ') || undefined,
  };
}

function response({ response: received, error }: RecordedExchange, secrets: Secrets) {
  const comment = error && secrets.mask(error);
  if (received === undefined) {
    return {
      ...{ status: 0, statusText: '', httpVersion: '', cookies: [], headers: [] },
      content: { size: 0, mimeType: 'x-unknown' },
      ...{ redirectURL: '', headersSize: -1, bodySize: -1, comment },
    };
  }
  const { status, reason, headers, headBytes, bodyBytes } = received;
  return {
    status,
    statusText: secrets.maskReceived(reason),
    httpVersion: 'HTTP/1.1',
    cookies: cookies(headers, 'set-cookie', secrets.maskReceived),
    headers: masked(headers, secrets.maskReceived),
    content: {
      size: bodyBytes,
      mimeType: secrets.maskReceived(headerOf(headers, 'content-type') ?? 'x-unknown'),
      ...describeBody(received, secrets, secrets.maskReceived),
    },
    redirectURL: secrets.maskReceived(headerOf(headers, 'location') ?? ''),
    headersSize: headBytes,
    bodySize: bodyBytes,
    comment,
  };
}

type Mask = (text: string) => string;

function masked(pairs: readonly Header[], mask: Mask) {
  return pairs.map(([name, value]) => ({ name: mask(name), value: mask(value) }));
}

function cookies(headers: readonly Header[], name: 'cookie' | 'set-cookie', mask: Mask) {
  const pairs = headers
    .filter(([given]) => given.toLowerCase() === name)
    .flatMap(([, value]) => (name === 'cookie' ? value.split(/; */) : [value.replace(/;.*/s, '')]))
    .map((pair): Header => [pair.replace(/=.*/s, ''), pair.replace(/^[^=]*=?/s, '')]);
  return masked(pairs, mask);
}

// Some requests have a target on purpose that no URL can have.
function urlOf(origin: string, target: string): string {
  const valid = target
    .replace(/[^\x21-\x7e]|["<>\\^`{|}[\]]/gu, encodeURIComponent)
    .replace(/%(?![0-9a-f]{2})/gi, '%25');
  if (/^https?:\/\/[^/]/i.test(valid)) return valid;
  return `${origin}${valid.startsWith('/') ? '' : '/'}${valid}`;
}

/** A body as text, or in base64 when it is not UTF-8, with its secrets masked, and cut when it is long. */
function describeBody(
  { body, bodyBytes, headers }: RecordedBody & { readonly headers: readonly Header[] },
  secrets: Pick<Secrets, 'find'>,
  mask: (text: string) => string,
) {
  if (bodyBytes === 0) return {};
  // Masking cannot see what a coding such as gzip hides, and every viewer shows it.
  if (
    headers.some(
      ([name, value]) => /^content-encoding$/i.test(name) && !/^(identity)?$/i.test(value.trim()),
    )
  )
    return { comment: 'left out: its Content-Encoding may hide secrets' };
  const isCut = bodyBytes > maxBodyBytes;
  const comment = isCut ? `the first ${maxBodyBytes} of ${bodyBytes} bytes` : undefined;
  const text = decode(body, isCut);
  if (text !== undefined)
    return { text: isCut ? mask(text).slice(0, maxBodyBytes) : mask(text), comment };
  // Masking reads text. Every byte is one character of Latin-1.
  const masked = Buffer.from(mask(body.toString('latin1')), 'latin1');
  if (secrets.find(masked).length > 0) return { comment: 'left out: bytes that contain a secret' };
  const bytes = isCut ? masked.subarray(0, maxBodyBytes) : masked;
  return { text: bytes.toString('base64'), encoding: 'base64', comment };
}

function decode(body: Buffer, isCut: boolean): string | undefined {
  try {
    // With `stream`, a character that the cut divides is not an error.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body, {
      stream: isCut,
    });
  } catch {
    return undefined;
  }
}
