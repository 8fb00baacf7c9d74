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
const fieldName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Where the head ends, or -1. Lines that end in a bare LF are accepted here and reported later. */
export function endOfHead(bytes: Buffer): number {
  const end = /\n\r?\n/.exec(bytes.toString('latin1'));
  return end === null ? -1 : end.index + end[0].length;
}

/** Reads a head like a lenient client, and notes what a strict one would reject. Undefined: this is not HTTP. */
export function readHead(bytes: Buffer): Head | undefined {
  const protocolErrors: ProtocolError[] = [];
  const report = (kind: ProtocolErrorKind, detail: string) => protocolErrors.push({ kind, detail });
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
    headers,
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
