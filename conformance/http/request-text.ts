import type { Secrets } from '../secrets.ts';
import { truncate } from '../truncate.ts';
import type { SentRequest } from './exchange.ts';

type Masking = Pick<Secrets, 'mask' | 'maskSent'>;

const maxLength = 4000;

/** The bytes of a request as one line of printable text, secrets masked: `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`. */
export function requestText({ bytes }: Pick<SentRequest, 'bytes'>, secrets: Masking): string {
  const all = Buffer.from(bytes);
  const end = all.indexOf('\r\n\r\n');
  const head = end < 0 ? all : all.subarray(0, end + 4);
  const [first = '', ...lines] = decode(head).split('\n');
  const masked = [secrets.mask(first), ...lines.map((line) => maskLine(line, secrets))].join('\n');
  return truncate(printable(masked) + bodyText(all.subarray(head.length), masked, secrets), maxLength);
}

// A header may have any bytes. UTF-8 is tried first, so that secrets beyond ASCII are found.
function decode(head: Buffer): string {
  return isText(head) ? head.toString('utf8') : head.toString('latin1');
}

function maskLine(line: string, secrets: Masking): string {
  const [, name = '', value = line, end = ''] = /^([^:]*: ?)(.*?)(\r?)$/s.exec(line) ?? [];
  return name + secrets.maskSent(value) + end;
}

function bodyText(body: Buffer, head: string, secrets: Masking): string {
  if (body.length === 0) return '';
  const text = body.toString('utf8');
  const chunked = /^transfer-encoding:/im.test(head);
  // Masking can't see a secret in two chunks or in UTF-16, which has an even or an odd offset here.
  const otherwise = [
    ...(chunked ? [text.replaceAll(/\r?\n[\da-f]+[^\r\n]*\r?\n/gi, '')] : []),
    ...[0, 1].map((offset) => body.subarray(offset).toString('utf16le')),
  ];
  const isHidden = otherwise.some((other) => other !== text && secrets.maskSent(other) !== other);
  return isText(body) && !isHidden ? printable(secrets.maskSent(text)) : `(${body.length} bytes)`;
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
