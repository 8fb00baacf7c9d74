import type { Secrets } from '../secrets.ts';
import type { SentRequest } from './exchange.ts';
import { headerOf } from './request.ts';

type Masking = Pick<Secrets, 'mask' | 'names'>;

/**
 * A shell command that sends the same request again, with secrets as variables. `printf … | nc` (or `openssl s_client`)
 * if curl cannot send it: raw bytes, unusual framing, a body that is not text.
 */
export function curlCommand(sent: SentRequest, baseUrl: string, secrets: Masking): string {
  const url = new URL(baseUrl);
  return curlCanSend(sent) ? curlArguments(sent, url, secrets) : printfCommand(sent, url, secrets);
}

const added = new Set(['host', 'user-agent', 'accept', 'content-length']);

function curlArguments(sent: SentRequest, url: URL, secrets: Masking): string {
  const words = ['curl', '-isS'];
  const body = Buffer.from(sent.body).toString('utf8');
  if (sent.method === 'HEAD') words.push('--head');
  else if (sent.method !== (body === '' ? 'GET' : 'POST')) words.push('-X', sent.method);
  // curl would remove dots and reject brackets.
  if (/\/\.|%2e/i.test(sent.target)) words.push('--path-as-is');
  if (/[[\]{}]/.test(sent.target)) words.push('--globoff');
  words.push(quote(url.origin + sent.target, secrets));
  for (const [name, value] of sent.headers) {
    if (added.has(name.toLowerCase()) && value !== '' && isAutomatic(sent, name, value, url)) continue;
    words.push('-H', quote(value === '' ? `${name};` : `${name}: ${value}`, secrets));
  }
  if (body !== '') {
    // Without this curl would send the content type of a form.
    if (headerOf(sent.headers, 'content-type') === undefined) words.push('-H', "'Content-Type:'");
    words.push('--data-binary', quote(body, secrets));
  }
  return words.join(' ');
}

function isAutomatic(sent: SentRequest, name: string, value: string, url: URL): boolean {
  const lower = name.toLowerCase();
  if (lower === 'host') return value === url.host;
  if (lower === 'content-length') return value === String(sent.body.length);
  return lower === 'accept' ? value === '*/*' : value === 'account-access-test';
}

function curlCanSend(sent: SentRequest): boolean {
  if (sent.raw || sent.settings.pause || sent.settings.endAfterSending) return false;
  if (!/^[A-Z]+$/.test(sent.method) || !/^\/[\x21-\x7e]*$/.test(sent.target)) return false;
  const body = Buffer.from(sent.body);
  if (!body.equals(Buffer.from(body.toString('utf8')))) return false;
  // A terminal would interpret control characters when the command is pasted.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
  if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(body.toString('utf8'))) return false;
  // curl reads a file when the body begins with @.
  if (body[0] === 0x40 || body.length > 100_000) return false;
  const names = sent.headers.map(([name]) => name.toLowerCase());
  if (new Set(names).size < names.length || !names.includes('host')) return false;
  if (names.includes('transfer-encoding')) return false;
  const length = headerOf(sent.headers, 'content-length');
  if (length !== undefined && length !== String(sent.body.length)) return false;
  return sent.headers.every(
    ([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value),
  );
}

function printfCommand(sent: SentRequest, url: URL, secrets: Masking): string {
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port || (secure ? '443' : '80');
  const client = secure
    ? `openssl s_client -quiet -connect ${host}:${port} -servername ${host}`
    : `nc -w 5 ${host} ${port}`;
  const bytes = Buffer.from(sent.bytes);
  const shown = bytes.length > 4096 ? bytes.subarray(0, 4096) : bytes;
  const cut = bytes.length > shown.length ? ` # first ${shown.length} of ${bytes.length} bytes` : '';
  return `printf '%b' ${quote(printfEscape(secrets.mask(shown.toString('latin1'))), { ...secrets, mask: (text) => text })} | ${client}${cut}`;
}

function printfEscape(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
    .replace(/[^\x20-\x7e]/g, (char) => `\\0${char.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

/** One shell word in single quotes, with the masked parts as variables in double quotes. */
function quote(text: string, secrets: Masking): string {
  const masked = secrets.mask(text);
  const known = new Set(secrets.names());
  const pieces = masked
    .split(/(\$\{[A-Z][A-Z0-9_]*:\d+:\d+\}|\$[A-Z][A-Z0-9_]*)/)
    .map((text) => ({ text, variable: known.has(/^\$\{?([A-Z][A-Z0-9_]*)/.exec(text)?.[1] ?? '') }));
  const single = (part: string) => `'${part.replaceAll("'", `'\\''`)}'`;
  if (!pieces.some(({ variable }) => variable)) return single(masked);
  return pieces
    .map(({ text: piece, variable }) => (variable ? `"${piece}"` : piece === '' ? '' : single(piece)))
    .join('');
}
