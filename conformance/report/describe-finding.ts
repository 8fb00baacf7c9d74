import { describeSource } from './describe-source.ts';
import type { Finding } from './report.ts';

/** A finding as plain text, one fact per line: what was expected, what came, and how to send the request again. */
export function describeFinding(finding: Finding): string {
  const { basis, source, expected, got, note, reason, exchanges, traceId, id } = finding;
  const last = exchanges.at(-1);
  return [
    `expected: ${expected}`,
    `got: ${got}`,
    `source: ${basis}, ${describeSource(source).label}`,
    ...(note === undefined ? [] : [`note: ${note}`]),
    ...(reason === undefined ? [] : [`reason: ${reason}`]),
    ...exchanges.flatMap(({ curl, request }) => [
      ...(request === undefined ? [] : [`request: ${request}`]),
      `send: ${curl}`,
    ]),
    ...(last === undefined
      ? []
      : [`response: ${last.status === undefined ? '' : `HTTP ${last.status} `}${last.response}`]),
    ...(traceId === undefined ? [] : [`trace id: ${traceId}`]),
    `finding: ${id}`,
  ].join('\n');
}
