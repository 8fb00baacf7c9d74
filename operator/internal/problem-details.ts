import { STATUS_CODES } from 'node:http';
import type { Reason } from '../../server/http/problem.ts';
import type { FailureFormat } from '../../server/http/respond.ts';
import type { components } from './contract/internal-types.ts';

type ProblemDetails = components['schemas']['Problem'];

const challenge = 'Bearer realm="internal"';

// Where the text of the public contract would be wrong here.
const details: Partial<Record<Reason, string>> = {
  token_missing: 'Credential required',
  token_invalid: 'Wrong credential',
};
const headers: Partial<Record<Reason, Readonly<Record<string, string>>>> = {
  token_missing: { 'WWW-Authenticate': challenge },
  token_invalid: { 'WWW-Authenticate': `${challenge}, error="invalid_token"` },
};

export const problemDetails: FailureFormat = {
  headers: (problem) => ({
    ...problem.headers,
    ...headers[problem.reason],
    'Content-Type': 'application/problem+json; charset=utf-8',
  }),
  body: ({ code, message, reason, invalidFields }, traceId): ProblemDetails => ({
    title: STATUS_CODES[code] ?? 'Error',
    status: code,
    detail: details[reason] ?? message,
    // The internal operations throw only these reasons.
    reason: reason as ProblemDetails['reason'],
    trace_id: traceId,
    ...(invalidFields && { errors: [...invalidFields] }),
  }),
};
