import { type Behaviour, isRefusal, refuse, type ValidationError } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Mutant, mutants } from '../mutant.ts';
import { envelope, headers, http, onFailure, onSuccess, status, text, withReply } from '../overrides.ts';

function validationErrors(change: (errors: readonly ValidationError[]) => readonly object[]) {
  return onFailure((whole, { errors }) => (errors ? { ...whole, data: { errors: change(errors) } } : whole));
}

/** Sends a success with this field of `data` as 204 without a body. */
function withoutBody(field: string): Partial<Behaviour> {
  return withReply((reply, outcome) =>
    isRefusal(outcome) || !(field in outcome.data) ? reply : { ...reply, status: 204, body: '' },
  );
}

export const envelopeMutants: readonly Mutant[] = [
  ...mutants({
    'envelope/every-operation-response: sends failures as plain text': withReply((reply, outcome) => ({
      ...reply,
      ...(isRefusal(outcome) && outcome.reason === 'token_invalid' && { body: 'no' }),
    })),
    'envelope/every-operation-response: sends responses without the object status': envelope(
      ({ status: _, ...rest }) => rest,
    ),
    'envelope/every-operation-response: sends status as null': envelope((whole) => ({
      ...whole,
      status: null,
    })),
    'envelope/every-operation-response: rejects another method in plain text': withReply(
      (reply, outcome) => ({
        ...reply,
        ...('reason' in outcome && outcome.reason === 'method_not_allowed' && { body: 'no' }),
      }),
    ),
    'envelope/every-operation-response: revokes with 204 and no body': withoutBody('revoked_at'),
    'envelope/every-other-response: sends a page for an unknown path': withReply((reply, outcome) =>
      !isRefusal(outcome) || outcome.reason !== 'not_found'
        ? reply
        : { ...reply, headers: { ...reply.headers, 'Content-Type': 'text/html' }, body: '<h1>404</h1>' },
    ),
    'envelope/code-is-an-integer: sends the code as a string': status((own) => ({
      ...own,
      code: String(own.code),
    })),
    'envelope/code-is-an-integer: sends a code with a fraction': status((own) => ({
      ...own,
      code: Number(own.code) + 0.5,
    })),
    'envelope/message-is-a-string: sends no message with failures': status((own, outcome) =>
      isRefusal(outcome) ? { ...own, message: undefined } : own,
    ),
    'envelope/message-is-a-string: sends the message as a list': status((own) => ({
      ...own,
      message: [own.message],
    })),
    'envelope/data-is-an-object: sends data as a list': onFailure((whole) => ({ ...whole, data: [] })),
    'envelope/data-is-an-object: sends data as null with failures': onFailure((whole) => ({
      ...whole,
      data: null,
    })),
    'envelope/output-is-an-object: sends output as null': envelope((whole) => ({ ...whole, output: null })),
    'envelope/success-is-http-200: generates with HTTP 201': http((code, outcome) =>
      !isRefusal(outcome) && 'api_key' in outcome.data ? 201 : code,
    ),
    'envelope/success-is-http-200: revokes with 204': withoutBody('revoked_at'),
    'envelope/success-message-is-ok: returns Success instead of OK': status((own, outcome) =>
      isRefusal(outcome) ? own : { ...own, message: 'Success' },
    ),
    'envelope/failure-message-is-not-ok: returns OK for everything': status((own) => ({
      ...own,
      message: 'OK',
    })),
    'envelope/success-is-json: labels successes as text': headers((outcome) =>
      isRefusal(outcome) ? {} : { 'Content-Type': 'text/plain' },
    ),
    'envelope/failure-is-json: labels failures as problem details': headers((outcome) =>
      isRefusal(outcome) ? { 'Content-Type': 'application/problem+json' } : {},
    ),
    'envelope/code-equals-http-status: returns its own codes in addition to HTTP statuses': status(
      (own, outcome) => (isRefusal(outcome) ? { ...own, code: Number(own.code) + 1000 } : own),
    ),
    'envelope/failure-reason: sends failures without a reason': status((own) => ({
      ...own,
      reason: undefined,
    })),
    'envelope/failure-reason: writes reasons in capitals': status((own, outcome) =>
      isRefusal(outcome) ? { ...own, reason: outcome.reason.toUpperCase() } : own,
    ),
    'envelope/failure-reason: returns the reason of another code': status((own, outcome) =>
      isRefusal(outcome) && outcome.reason === 'not_found' ? { ...own, reason: 'unavailable' } : own,
    ),
    'envelope/success-has-no-reason: returns a reason for success': status((own, outcome) =>
      isRefusal(outcome) ? own : { ...own, reason: 'ok' },
    ),
    'envelope/failure-has-no-data: sends data with failures': onFailure((whole) => ({
      ...whole,
      data: { hint: 'none' },
    })),
    'envelope/validation-error-fields: returns validation errors without a location': validationErrors(
      (errors) => errors.map(({ location: _, ...rest }) => rest),
    ),
    'envelope/validation-error-fields: returns a list as the message of a validation error': validationErrors(
      (errors) => errors.map((error) => ({ ...error, message: [error.message] })),
    ),
    'envelope/validation-error-fields: returns an empty list of validation errors': validationErrors(
      () => [],
    ),
    'envelope/validation-error-fields: returns no validation errors': onFailure(
      ({ data: _, ...whole }) => whole,
    ),
    'responses/no-server-error: fails for an empty list': {
      checkGenerate: (value) =>
        Array.isArray(value) ? refuse('internal_error') : correct.checkGenerate(value),
    },
    'envelope/valid-json: truncates the JSON of successes': text((body) => body.slice(0, -1)),
    'envelope/valid-utf-8: writes Latin-1': text((body) =>
      Buffer.from(body.replace('"message":"', '"note":"\u00e9","message":"'), 'latin1'),
    ),
    'envelope/no-byte-order-mark: starts with a byte order mark': text((body) => `\uFEFF${body}`),
    'envelope/no-duplicate-field: names the code twice': text((body) =>
      body.replace('"code":', '"code":0,"code":'),
    ),
    'envelope/no-other-charset: labels its text as Latin-1': headers(() => ({
      'Content-Type': 'application/json; charset=iso-8859-1',
    })),
    'usage/is-an-object: sends usage as null': onFailure((whole) => ({ ...whole, usage: null })),
    'usage/latency-is-an-integer: measures latency with fractions': onSuccess((whole) => ({
      ...whole,
      usage: { latency_ms: 1.5 },
    })),
    'usage/latency-is-an-integer: sends the latency as a string': onSuccess((whole) => ({
      ...whole,
      usage: { latency_ms: '3' },
    })),
    'usage/latency-is-in-milliseconds: measures latency in microseconds': onSuccess((whole) => ({
      ...whole,
      usage: { latency_ms: 25_000 },
    })),
    'usage/latency-is-not-negative: returns a negative latency': onSuccess((whole) => ({
      ...whole,
      usage: { latency_ms: -3 },
    })),
    'usage/failures-have-no-latency: returns the latency of a rejection': onFailure((whole) => ({
      ...whole,
      usage: { latency_ms: 3 },
    })),
  }),
];
