import type { Random } from '../security/random.ts';
import type { Problem } from './problem.ts';

/** Headers of every response (decision `response-headers`). */
export const commonHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

export const jsonType = 'application/json; charset=utf-8';

/** @param startedAt when the request began, by the clock of `performance` */
export function successEnvelope(data: object, traceId: string, startedAt: number): object {
  return {
    status: { code: 200, message: 'OK', trace_id: traceId },
    data,
    usage: { latency_ms: Math.round(performance.now() - startedAt) },
  };
}

/** It has no `usage`: the exact time would show an attacker what the network's jitter hides. */
export function failureEnvelope(problem: Problem, traceId: string): object {
  const { code, message, reason, invalidFields } = problem;
  return {
    status: { code, message, reason, trace_id: traceId },
    ...(invalidFields && { data: { errors: [...invalidFields] } }),
  };
}

/** 32 lower-case hex digits, new for each request, whatever the client sent (decision `trace-id`). */
export function createTraceId(random: Random): string {
  return Array.from(random(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
