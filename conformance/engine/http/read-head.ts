import { responseLimits } from '../bounded/limits.ts';
import type { ProtocolError, ProtocolErrorKind, Response } from './exchange.ts';
import type { Header } from './request.ts';

export interface Head extends Pick<Response, 'status' | 'reason' | 'headers' | 'protocolErrors'> {
  readonly version: string;
  /** Bytes of the head, with its empty line. */
  readonly length: number;
}

// Headers that may occur once (RFC 9110). Lists (Allow, WWW-Authenticate, Set-Cookie …) may have several lines.
const singleValued = new Set([
  ...['age', 'content-length', 'content-location', 'content-range', 'content-type', 'date', 'etag'],
  ...['expires', 'last-modified', 'location', 'retry-after', 'server', 'x-content-type-options'],
]);
const statusLine = /^HTTP\/(\d\.\d) (\d{3})(?: (.*))?$/s;
// To read the body. Of the others, a head that is too long has only the first.
const needed = /^(connection|content-(encoding|length|type)|keep-alive|transfer-encoding)$/i;
const fieldName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Where the head ends, or -1, looked for from a place on. Lines that end in a bare LF are accepted here and reported later. */
export function endOfHead(bytes: Buffer, from: number): number {
  const end = /\n\r?\n/.exec(bytes.toString('latin1', from));
  return end === null ? -1 : from + end.index + end[0].length;
}

/** Reads a head like a lenient client, and notes what a strict one would reject. Undefined: this is not HTTP. */
export function readHead(bytes: Buffer): Head | undefined {
  const protocolErrors: ProtocolError[] = [];
  const report = (kind: ProtocolErrorKind, detail: string) => {
    if (protocolErrors.length < responseLimits.protocolErrors)
      protocolErrors.push({ kind, detail });
  };
  const lines = bytes
    .toString('latin1')
    .split('\n')
    .map((line) => {
      if (line.endsWith('\r')) return line.slice(0, -1);
      if (line !== '') report('bare-line-feed', line);
      return line;
    });
  const first = lines.shift() ?? '';
  const started = statusLine.exec(first) ?? /^HTTP\/(\d(?:\.\d)?)\s+(\d{3})(.*)$/s.exec(first);
  if (started === null) return undefined;
  if (!statusLine.test(first)) report('malformed-status-line', first);
  const headers = readFields(lines, report);
  if (headers.length > responseLimits.headLines)
    report('long-head', `${headers.length} header lines`);
  const seen = new Set<string>();
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (seen.has(lower) && singleValued.has(lower)) report('duplicate-header', `${name}: ${value}`);
    seen.add(lower);
  }
  return {
    version: started[1] ?? '',
    status: Number(started[2]),
    reason: (started[3] ?? '').trim(),
    headers: headers.filter(([name], at) => at < responseLimits.headLines || needed.test(name)),
    protocolErrors,
    length: bytes.length,
  };
}

function readFields(
  lines: string[],
  report: (kind: ProtocolErrorKind, detail: string) => void,
): Header[] {
  const headers: [string, string][] = [];
  for (const line of lines) {
    if (line === '') continue;
    if (line.includes('\r')) report('bare-carriage-return', line);
    const previous = headers.at(-1);
    if (/^[ \t]/.test(line) && previous !== undefined) {
      report('folded-header', `${previous[0]}: …${line}`);
      previous[1] += ` ${line.trim()}`;
      continue;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    if (colon < 0 || !fieldName.test(name)) report('malformed-header', line);
    headers.push([name.trim(), colon < 0 ? '' : line.slice(colon + 1).trim()]);
  }
  return headers;
}
