import type { Result } from '../../client/index.ts';
import { contract } from '../embedded-contract.ts';
import { plain, type Secrets, type Segment } from '../secrets.ts';
import type { Exchange, ReceivedResponse } from './recorder.ts';

export function requestText({ method, url, headers, body }: Exchange, secrets: Secrets): Segment[] {
  return [
    plain(`${method} `),
    ...secrets.part(url.href),
    ...headerLines(headers, secrets),
    ...(body === '' ? [] : [plain('\n\n'), ...printBody(body, secrets)]),
  ];
}

/** A response as HTTP text, with the headers that matter here, or the reason why there is none. */
export function responseText(
  { response }: Exchange,
  result: Result<unknown>,
  secrets: Secrets,
): Segment[] {
  if (response === undefined) return [plain(result.ok ? '' : `${result.failure.message}.`)];
  const { status, headers, body } = response;
  const remark =
    result.ok || result.failure.reason !== 'unexpected_response' ? '' : remarkOn(result.failure);
  return [
    plain(`HTTP ${status}`),
    ...headerLines(
      headers.filter(([name]) => shownHeaders.has(name)),
      secrets,
    ),
    ...(body === '' ? [] : [plain('\n\n'), ...printBody(body, secrets)]),
    ...(remark === '' ? [] : [plain(`\n\n${remark}`)]),
  ];
}

// The headers of the contract, those that a mock adds, and those that announce the end of a version.
const shownHeaders = new Set([
  ...contract.headers,
  ...['content-type', 'deprecation', 'link', 'mock-error', 'preference-applied', 'sunset'],
]);

function remarkOn({ message, cause }: Error): string {
  return `(${message}${cause instanceof Error ? `: ${cause.message}` : ''}.)`;
}

function headerLines(headers: ReceivedResponse['headers'], secrets: Secrets): Segment[] {
  return headers.flatMap(([name, value]) => [
    plain(`\n${headerName(name)}: `),
    ...headerValue(name, value, secrets),
  ]);
}

/** The usual spelling: `content-type` becomes `Content-Type`. */
export function headerName(header: string): string {
  return header === 'www-authenticate'
    ? 'WWW-Authenticate'
    : header.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** The value of a header. The credential of `Authorization` is a secret, its scheme is not. */
export function headerValue(name: string, value: string, secrets: Secrets): Segment[] {
  const [, scheme = '', credential = ''] = /^(\S+ )(.+)$/.exec(value) ?? [];
  if (name !== 'authorization' || credential === '') return secrets.part(value);
  return [plain(scheme), { kind: 'secret', name: 'access_token', value: credential }];
}

/** A body as the journal shows it: JSON on several lines, other text unchanged. */
function printBody(body: string, secrets: Secrets): Segment[] {
  const value = parse(body);
  return value === undefined ? secrets.part(body) : printJson(value, secrets, '\n');
}

/** JSON in segments. `newline` starts every line and grows with the indentation. Without it everything is on one line. */
export function printJson(value: unknown, secrets: Secrets, newline?: string): Segment[] {
  if (typeof value === 'string') return quoted('string', value, secrets);
  if (typeof value !== 'object' || value === null)
    return [{ kind: 'literal', text: JSON.stringify(value) }];
  const inner = newline === undefined ? undefined : `${newline}  `;
  const items = Array.isArray(value)
    ? value.map((item) => printJson(item, secrets, inner))
    : Object.entries(value).map(([name, field]) => [
        ...quoted('name', name, secrets),
        plain(newline === undefined ? ':' : ': '),
        ...(secrets.isSecret(name) ? hidden(name, field) : printJson(field, secrets, inner)),
      ]);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (items.length === 0) return [plain(`${open}${close}`)];
  return [
    plain(`${open}${inner ?? ''}`),
    ...items.flatMap((item, index) => (index === 0 ? item : [plain(`,${inner ?? ''}`), ...item])),
    plain(`${newline ?? ''}${close}`),
  ];
}

function quoted(kind: 'name' | 'string', text: string, secrets: Secrets): Segment[] {
  const parts = secrets.part(text);
  if (parts.every((part) => part.kind !== 'secret')) return [{ kind, text: JSON.stringify(text) }];
  const escaped = parts.map((part) =>
    part.kind === 'secret' ? part : plain(JSON.stringify(part.text).slice(1, -1)),
  );
  return [plain('"'), ...escaped, plain('"')];
}

function hidden(name: string, value: unknown): Segment[] {
  return typeof value === 'string'
    ? [plain('"'), { kind: 'secret', name, value }, plain('"')]
    : [{ kind: 'secret', name, value: JSON.stringify(value) }];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
