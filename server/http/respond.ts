import { byteLength } from './body.ts';
import type { Context, HttpResponse, Step } from './context.ts';
import type { OperationChecks } from './document.ts';
import type { Problem } from './problem.ts';

/** Headers of every response (decision `response-headers`). */
export const commonHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Sends 200 with the payload of the operation. @throws InvalidResponseError */
export const envelope: Step = (context, response) => {
  sendData(context, response, context.data ?? {});
  return 'sent';
};

/** Sends 200 with a payload. @throws InvalidResponseError */
export function sendData(context: Context, response: HttpResponse, data: object): void {
  const { traceId, startedAt } = context;
  sendJson(context, response, 200, {
    status: { code: 200, message: 'OK', trace_id: traceId },
    data,
    usage: { latency_ms: Math.round(performance.now() - startedAt) },
  });
}

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
  context: Context,
  response: HttpResponse,
  problem: Problem,
  format = envelopeFormat,
  validate = validateResponse,
): void {
  context.reason = problem.reason;
  const body = format.body(problem, context.traceId);
  sendJson(context, response, problem.code, body, format.headers(problem), validate);
}

/** Adds `headers` to those of every response. @throws InvalidResponseError before anything is sent */
export function sendJson(
  { operation }: Context,
  response: HttpResponse,
  status: number,
  body: object,
  headers?: Readonly<Record<string, string>>,
  validate = validateResponse,
): void {
  if (operation?.checks) validate(operation.checks, status, body);
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      ...commonHeaders,
      ...headers,
      'Content-Length': byteLength(text),
    })
    .end(text);
}

export function failureEnvelope(
  { code, message, reason, invalidFields }: Problem,
  traceId: string,
): object {
  return {
    status: { code, message, reason, trace_id: traceId },
    ...(invalidFields && { data: { errors: [...invalidFields] } }),
  };
}

interface InvalidValue {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** A response that its contract does not allow. Its content is left out: it may be a secret in the wrong place. */
export class InvalidResponseError extends Error {
  readonly invalidValues: readonly InvalidValue[];

  constructor(invalidValues: readonly InvalidValue[]) {
    super('suppressed a response that the contract does not allow');
    this.name = 'InvalidResponseError';
    this.invalidValues = invalidValues;
  }
}

/** Checks a response against the contract. @throws InvalidResponseError */
export function validateResponse(
  { responses }: OperationChecks,
  code: number,
  body: unknown,
): void {
  const check = responses[code];
  if (check === undefined)
    throw new InvalidResponseError([
      { path: '', rule: 'status', message: `the operation has no response ${code}` },
    ]);
  if (check(body)) return;
  throw new InvalidResponseError(
    (check.errors ?? []).map(({ instancePath, keyword, message = 'is wrong' }) => ({
      path: instancePath,
      rule: keyword,
      message,
    })),
  );
}
