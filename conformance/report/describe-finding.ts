import type { Finding } from './report.ts';

/** A finding as plain text, a line a fact: what was asked for, what came, how to see it again. */
export function describeFinding(finding: Finding): string {
  const { expected, got, note, reason, exchanges, traceId, id } = finding;
  const last = exchanges.at(-1);
  return [
    `expected: ${expected}`,
    `got: ${got}`,
    ...(note === undefined ? [] : [`note: ${note}`]),
    ...(reason === undefined ? [] : [`accounted for: ${reason}`]),
    ...exchanges.map(({ curl }) => `send: ${curl}`),
    ...(last === undefined
      ? []
      : [`answer: ${last.status === undefined ? '' : `HTTP ${last.status} `}${last.answer}`]),
    ...(traceId === undefined ? [] : [`trace id: ${traceId}`]),
    `finding: ${id}`,
  ].join('\n');
}
