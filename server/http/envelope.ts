import type { Response } from 'express';
import type { components } from '../../generated/types.ts';
import { contextOf } from './context.ts';
import type { Problem } from './problem.ts';

type Failure = components['schemas']['BadRequestResponse'];

/** Headers of every answer (decision `response-headers`). */
export const commonHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Answers 200 with the payload of an operation. */
export function sendData(response: Response, data: object): void {
  const { traceId, startedAt } = contextOf(response);
  response
    .status(200)
    .set(commonHeaders)
    .json({
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

/** Answers with a failure. */
export function sendProblem(response: Response, problem: Problem, format = envelopeFormat): void {
  const context = contextOf(response);
  context.reason = problem.reason;
  response
    .status(problem.code)
    .set({ ...commonHeaders, ...format.headers(problem) })
    .json(format.body(problem, context.traceId));
}

export function failureEnvelope({ code, message, reason, faults }: Problem, traceId: string): Failure {
  return {
    // The table of problems is typed by the contract's messages; an Error only remembers that they are strings.
    status: { code, message: message as Failure['status']['message'], reason, trace_id: traceId },
    ...(faults && { data: { errors: [...faults] } }),
  };
}
