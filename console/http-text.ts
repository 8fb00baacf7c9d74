import type { Result } from '../client/index.ts';
import { contract } from './contract.ts';
import { headerName, headerValue } from './header.ts';
import { printBody } from './print-json.ts';
import type { Answer, Exchange } from './recorder.ts';
import type { Secrets } from './secrets.ts';
import { plain, type Segment } from './segments.ts';

/** A request as it would stand on a wire. */
export function requestText({ method, url, headers, body }: Exchange, secrets: Secrets): Segment[] {
  return [
    plain(`${method} `),
    ...secrets.part(url.href),
    ...headerLines(headers, secrets),
    ...(body === '' ? [] : [plain('\n\n'), ...printBody(body, secrets)]),
  ];
}

/** An answer as it stood on the wire, without the headers that say nothing here; or why there is none. */
export function answerText({ answer }: Exchange, result: Result<unknown>, secrets: Secrets): Segment[] {
  if (answer === undefined) return [plain(result.ok ? '' : `${result.failure.message}.`)];
  const { status, headers, body } = answer;
  const remark = result.ok || result.failure.reason !== 'unexpected_response' ? '' : remarkOn(result.failure);
  return [
    plain(`HTTP ${status}`),
    ...headerLines(
      headers.filter(([name]) => telling.has(name)),
      secrets,
    ),
    ...(body === '' ? [] : [plain('\n\n'), ...printBody(body, secrets)]),
    ...(remark === '' ? [] : [plain(`\n\n${remark}`)]),
  ];
}

// Those of the contract, what a mock adds, and what announces the end of a version.
const telling = new Set([
  ...contract.headers,
  'content-type',
  'deprecation',
  'link',
  'mock-error',
  'preference-applied',
  'sunset',
]);

function remarkOn({ message, cause }: Error): string {
  return `(${message}${cause instanceof Error ? `: ${cause.message}` : ''}.)`;
}

function headerLines(headers: Answer['headers'], secrets: Secrets): Segment[] {
  return headers.flatMap(([name, value]) => [
    plain(`\n${headerName(name)}: `),
    ...headerValue(name, value, secrets),
  ]);
}
