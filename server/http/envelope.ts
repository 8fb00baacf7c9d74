import type { Response } from 'express';
import type { components } from '../../generated/types.ts';
import { holdAnswer } from './checks.ts';
import { contextOf } from './context.ts';
import { octetCount } from './octets.ts';
import type { Problem } from './problem.ts';

type Failure = components['schemas']['BadRequestResponse'];

/** Headers of every answer (decision `response-headers`). */
export const commonHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Answers 200 with the payload of an operation. @throws ForbiddenAnswer */
export function sendData(response: Response, data: object): void {
  const { traceId, startedAt } = contextOf(response);
  sendJson(response, 200, {
    status: { code: 200, message: 'OK', trace_id: traceId },
    data,
    usage: { latency_ms: Math.round(performance.now() - startedAt) },
  });
}

/** How a listener writes failures. */
export interface FailureFormat {
  /** The type of the content among them, where it is not that of any JSON. */
  headers(problem: Problem): Readonly<Record<string, string>>;
  body(problem: Problem, traceId: string): object;
}

/** The public contract's. There is no `usage`: its time would tell an attacker what the network's jitter hides. */
export const envelopeFormat: FailureFormat = {
  headers: (problem) => problem.headers,
  body: failureEnvelope,
};

/** Answers with a failure. @throws ForbiddenAnswer */
export function sendProblem(
  response: Response,
  problem: Problem,
  format = envelopeFormat,
  hold = holdAnswer,
): void {
  const context = contextOf(response);
  context.reason = problem.reason;
  sendJson(response, problem.code, format.body(problem, context.traceId), format.headers(problem), hold);
}

/**
 * Answers with what the contract allows for the operation, if one was matched. The headers are beside those of every answer.
 * @throws ForbiddenAnswer before anything of it has left
 */
export function sendJson(
  response: Response,
  code: number,
  body: object,
  headers?: Readonly<Record<string, string>>,
  hold = holdAnswer,
): void {
  const checks = contextOf(response).operation?.checks;
  if (checks) hold(checks, code, body);
  const text = JSON.stringify(body);
  response
    .writeHead(code, {
      ...commonHeaders,
      'Content-Type': 'application/json; charset=utf-8',
      ...headers,
      'Content-Length': octetCount(text),
    })
    .end(text);
}

export function failureEnvelope({ code, message, reason, invalidFields }: Problem, traceId: string): Failure {
  return {
    // The message comes from the generated failures, but the type of an Error's message is only string.
    status: { code, message: message as Failure['status']['message'], reason, trace_id: traceId },
    ...(invalidFields && { data: { errors: [...invalidFields] } }),
  };
}
