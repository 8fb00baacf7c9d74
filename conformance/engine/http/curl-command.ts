import type { Secrets } from '../secrets.ts';
import { truncate } from '../truncate.ts';
import type { SentRequest } from './exchange.ts';
import { headerOf } from './request.ts';
import { singleQuoted } from './shell-word.ts';

type Masking = Pick<Secrets, 'mask' | 'maskSent' | 'names'>;

/** The request for a person who wants to send it again: a shell command, or its text when curl can't send it. */
export function describeRequest(sent: SentRequest, baseUrl: string, secrets: Masking): string {
  return curlCommand(sent, baseUrl, secrets) ?? requestText(sent, secrets);
}

/** A shell command that sends the same request again, with secrets as variables. Undefined if curl can't. */
export function curlCommand(
  sent: SentRequest,
  baseUrl: string,
  secrets: Masking,
): string | undefined {
  if (!curlCanSend(sent)) return undefined;
  const url = new URL(baseUrl);
  const quote = (text: string) => quoteWord(text, secrets.names());
  const words = ['curl', '-isS'];
  const body = Buffer.from(sent.body).toString('utf8');
  if (sent.method === 'HEAD') words.push('--head');
  else if (sent.method !== (body === '' ? 'GET' : 'POST')) words.push('-X', quote(sent.method));
  const target = maskTarget(sent.target, secrets);
  if (/^\/[^#]*$/.test(sent.target)) {
    // curl would remove dots and reject brackets.
    if (/\/\.|%2e/i.test(sent.target)) words.push('--path-as-is');
    if (/[[\]{}]/.test(sent.target)) words.push('--globoff');
    words.push(quote(url.origin + target));
  } else {
    words.push('--request-target', quote(target), quote(url.origin));
  }
  for (const [name, value] of sent.headers) {
    if (added.has(name.toLowerCase()) && value !== '' && isAutomatic(sent, name, value, url))
      continue;
    words.push('-H', quote(value === '' ? `${name};` : `${name}: ${secrets.maskSent(value)}`));
  }
  if (body !== '' || headerOf(sent.headers, 'content-length') !== undefined) {
    // Without this curl would send the content type of a form.
    if (headerOf(sent.headers, 'content-type') === undefined) words.push('-H', "'Content-Type:'");
    // --data-binary would read a file when the body begins with @.
    words.push(
      body.startsWith('@') ? '--data-raw' : '--data-binary',
      quote(secrets.maskSent(body)),
    );
  }
  return words.join(' ');
}

const added = new Set(['host', 'user-agent', 'accept', 'accept-encoding', 'content-length']);

function isAutomatic(sent: SentRequest, name: string, value: string, url: URL): boolean {
  const lower = name.toLowerCase();
  if (lower === 'host') return value === url.host;
  if (lower === 'content-length') return value === String(sent.body.length);
  // curl sends none, and shows a coded body as it is.
  if (lower === 'accept-encoding') return value === 'identity';
  return lower === 'accept' ? value === '*/*' : value === 'openapi-contract-tests';
}

function curlCanSend(sent: SentRequest): boolean {
  if ((sent.raw && !isWellFormed(sent)) || sent.settings.pause || sent.settings.endAfterSending)
    return false;
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(sent.method) || !/^[\x21-\x7e]+$/.test(sent.target))
    return false;
  const body = Buffer.from(sent.body);
  if (!body.equals(Buffer.from(body.toString('utf8')))) return false;
  // A terminal would interpret control characters when the command is pasted.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
  if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(body.toString('utf8'))) return false;
  // A longer argument does not fit into a command line.
  if (body.length > 100_000) return false;
  const names = sent.headers.map(([name]) => name.toLowerCase());
  if (new Set(names).size < names.length || !names.includes('host')) return false;
  if (names.includes('transfer-encoding')) return false;
  const length = headerOf(sent.headers, 'content-length');
  if (length !== undefined && length !== String(sent.body.length)) return false;
  return sent.headers.every(
    ([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value),
  );
}

/** Whether a raw request is what its parsed parts say, and nothing else. */
function isWellFormed({ method, target, headers, body, bytes }: SentRequest): boolean {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1');
  return Buffer.concat([head, body]).equals(bytes);
}

/** The target with its secrets masked. A secret that is a common word is masked only in the values of the query. */
export function maskTarget(target: string, secrets: Pick<Secrets, 'mask' | 'maskSent'>): string {
  const [path = '', query] = target.split(/\?(.*)/s);
  if (query === undefined) return secrets.mask(path);
  const values = query.split('&').map((pair) => {
    const [name = '', value] = pair.split(/=(.*)/s);
    return value === undefined ? secrets.maskSent(name) : `${name}=${secrets.maskSent(value)}`;
  });
  return `${secrets.mask(path)}?${secrets.mask(values.join('&'))}`;
}

/** One shell word: in single quotes, with masked parts as variables in double quotes. */
function quoteWord(masked: string, names: readonly string[]): string {
  if (/^[\w-]+$/.test(masked)) return masked;
  const known = new Set(names);
  const pieces = masked.split(/(\$\{[A-Z][A-Z0-9_]*:\d+:\d+\}|\$[A-Z][A-Z0-9_]*)/).map((text) => ({
    text,
    variable: known.has(/^\$\{?([A-Z][A-Z0-9_]*)/.exec(text)?.[1] ?? ''),
  }));
  if (!pieces.some(({ variable }) => variable)) return singleQuoted(masked);
  return pieces
    .map(({ text: piece, variable }) =>
      variable ? `"${piece}"` : piece === '' ? '' : singleQuoted(piece),
    )
    .join('');
}

const maxLength = 4000;

/** Of a body. To mask more of it would take seconds, and a report shows only how it begins. */
export const maxMasked = 65_536;

/** The bytes of a request as one line of printable text, secrets masked: `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`. */
export function requestText({ bytes }: Pick<SentRequest, 'bytes'>, secrets: Masking): string {
  const all = Buffer.from(bytes);
  const end = all.indexOf('\r\n\r\n');
  const head = end < 0 ? all : all.subarray(0, end + 4);
  // A header may have any bytes. UTF-8 is tried first, so that secrets beyond ASCII are found.
  const [first = '', ...lines] = head.toString(isText(head) ? 'utf8' : 'latin1').split('\n');
  const masked = [secrets.mask(first), ...lines.map((line) => maskLine(line, secrets))].join('\n');
  return truncate(
    printable(masked) + bodyText(all.subarray(head.length), masked, secrets),
    maxLength,
  );
}

function maskLine(line: string, secrets: Masking): string {
  const [, name = '', value = line, end = ''] = /^([^:]*: ?)(.*?)(\r?)$/s.exec(line) ?? [];
  return name + secrets.maskSent(value) + end;
}

function bodyText(whole: Buffer, head: string, secrets: Masking): string {
  if (whole.length === 0) return '';
  const body = startOf(whole);
  const text = body.toString('utf8');
  const chunked = /^transfer-encoding:/im.test(head);
  // Masking can't see a secret in two chunks or in UTF-16, which has an even or an odd offset here.
  const otherwise = [
    ...(chunked ? [text.replaceAll(/\r?\n[\da-f]+[^\r\n]*\r?\n/gi, '')] : []),
    ...[0, 1].map((offset) => body.subarray(offset).toString('utf16le')),
  ];
  const isHidden = otherwise.some((other) => other !== text && secrets.maskSent(other) !== other);
  return isText(body) && !isHidden ? printable(secrets.maskSent(text)) : `(${whole.length} bytes)`;
}

// Without a part of a character at the end.
function startOf(body: Buffer): Buffer {
  let end = Math.min(body.length, maxMasked);
  while (end < body.length && end > 0 && ((body[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return body.subarray(0, end);
}

function isText(bytes: Buffer): boolean {
  return bytes.equals(Buffer.from(bytes.toString('utf8')));
}

function printable(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
