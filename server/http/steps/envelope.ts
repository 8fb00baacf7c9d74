import { byteLength } from '../body/bytes.ts';
import { validateResponse } from '../contract/validate-response.ts';
import type { Incoming, Outgoing, Step } from '../incoming.ts';
import type { Problem } from '../problem.ts';

/** Headers of every response (decision `response-headers`). */
export const commonHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Sends 200 with the payload of the operation. @throws InvalidResponseError */
export const envelope: Step = (incoming, outgoing) => {
  sendData(incoming, outgoing, incoming.data ?? {});
  return 'sent';
};

/** Sends 200 with a payload. @throws InvalidResponseError */
export function sendData(incoming: Incoming, outgoing: Outgoing, data: object): void {
  const { traceId, startedAt } = incoming;
  sendJson(incoming, outgoing, 200, {
    status: { code: 200, message: 'OK', trace_id: traceId },
    data,
    usage: { latency_ms: Math.round(performance.now() - startedAt) },
  });
}

/** How a listener writes failures. */
export interface FailureFormat {
  /** Includes the type of the content, where it is not plain JSON. */
  headers(problem: Problem): Readonly<Record<string, string>>;
  body(problem: Problem, traceId: string): object;
}

/** The format of the public contract. It has no `usage`: the exact time would show an attacker what the network's jitter hides. */
export const envelopeFormat: FailureFormat = {
  headers: (problem) => problem.headers,
  body: failureEnvelope,
};

/** Sends a failure. @throws InvalidResponseError */
export function sendProblem(
  incoming: Incoming,
  outgoing: Outgoing,
  problem: Problem,
  format = envelopeFormat,
  validate = validateResponse,
): void {
  incoming.reason = problem.reason;
  const body = format.body(problem, incoming.traceId);
  sendJson(incoming, outgoing, problem.code, body, format.headers(problem), validate);
}

/**
 * Sends JSON that the contract allows for the operation, if one was matched.
 *
 * @param headers added to those of every response.
 * @throws InvalidResponseError before anything is sent.
 */
export function sendJson(
  { operation }: Incoming,
  outgoing: Outgoing,
  status: number,
  body: object,
  headers?: Readonly<Record<string, string>>,
  validate = validateResponse,
): void {
  if (operation?.checks) validate(operation.checks, status, body);
  const text = JSON.stringify(body);
  outgoing
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      ...commonHeaders,
      ...headers,
      'Content-Length': byteLength(text),
    })
    .end(text);
}

export function failureEnvelope({ code, message, reason, invalidFields }: Problem, traceId: string): object {
  return {
    status: { code, message, reason, trace_id: traceId },
    ...(invalidFields && { data: { errors: [...invalidFields] } }),
  };
}
