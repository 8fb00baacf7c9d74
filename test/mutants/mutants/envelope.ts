import type { Reason } from '../../../generated/contract.ts';
import { isRefusal, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { each, type Mutants } from '../mutant.ts';
import {
  envelope,
  failed,
  failedWith,
  headers,
  returned,
  status,
  succeeded,
  text,
  withReply,
} from '../overrides.ts';

const revokingWithoutBody = withReply({ status: 204, body: '' }, returned('revoked_at'));

export const envelopeMutants: Mutants = {
  ...each((reason: Reason) => withReply({ body: 'no' }, failedWith(reason)), {
    'envelope/every-operation-response: sends failures as plain text': 'token_invalid',
    'envelope/every-operation-response: rejects another method in plain text': 'method_not_allowed',
  }),
  'envelope/every-operation-response: sends responses without the object status': envelope({
    status: undefined,
  }),
  'envelope/every-operation-response: revokes with 204 and no body': revokingWithoutBody,
  'envelope/every-other-response: sends a page for an unknown path': withReply(
    (reply) => ({
      headers: { ...reply.headers, 'Content-Type': 'text/html' },
      body: '<h1>404</h1>',
    }),
    failedWith('not_found'),
  ),
  'envelope/code-is-an-integer: sends a code with a fraction': status(({ code }) => ({
    code: Number(code) + 0.5,
  })),
  'envelope/message-is-a-string: sends no message with failures': status(
    { message: undefined },
    failed,
  ),
  'envelope/data-is-an-object: sends data as a list': envelope({ data: [] }, failed),
  'envelope/output-is-an-object: sends output as null': envelope({ output: null }),
  'envelope/success-is-http-200: generates with HTTP 201': withReply(
    { status: 201 },
    returned('api_key'),
  ),
  'envelope/success-is-http-200: revokes with 204': revokingWithoutBody,
  'envelope/success-message-is-ok: returns Success instead of OK': status(
    { message: 'Success' },
    succeeded,
  ),
  'envelope/failure-message-is-not-ok: returns OK for everything': status({ message: 'OK' }),
  'envelope/success-is-json: labels successes as text': headers(
    { 'Content-Type': 'text/plain' },
    succeeded,
  ),
  'envelope/failure-is-json: labels failures as problem details': headers(
    { 'Content-Type': 'application/problem+json' },
    failed,
  ),
  'envelope/code-equals-http-status: returns its own codes in addition to HTTP statuses': status(
    ({ code }) => ({ code: Number(code) + 1000 }),
    failed,
  ),
  'envelope/failure-reason: sends failures without a reason': status({ reason: undefined }),
  'envelope/failure-reason: writes reasons in capitals': status(
    ({ reason }) => ({ reason: String(reason).toUpperCase() }),
    failed,
  ),
  'envelope/failure-reason: returns the reason of another code': status(
    { reason: 'unavailable' },
    failedWith('not_found'),
  ),
  'envelope/success-has-no-reason: returns a reason for success': status(
    { reason: 'ok' },
    succeeded,
  ),
  'envelope/failure-has-no-data: sends data with failures': envelope(
    { data: { hint: 'none' } },
    failed,
  ),
  'envelope/validation-error-fields: returns validation errors without a location': envelope(
    (_envelope, outcome) =>
      isRefusal(outcome) && outcome.errors
        ? { data: { errors: outcome.errors.map(({ location: _, ...rest }) => rest) } }
        : {},
    failed,
  ),
  'envelope/validation-error-fields: returns no validation errors': envelope(
    { data: undefined },
    failed,
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
  'envelope/no-other-charset: labels its text as Latin-1': headers({
    'Content-Type': 'application/json; charset=iso-8859-1',
  }),
  'usage/is-an-object: sends usage as null': envelope({ usage: null }, failed),
  ...each((latency_ms: number) => envelope({ usage: { latency_ms } }, succeeded), {
    'usage/latency-is-an-integer: measures latency with fractions': 1.5,
    'usage/latency-is-in-milliseconds: measures latency in microseconds': 25_000,
    'usage/latency-is-not-negative: returns a negative latency': -3,
  }),
  'usage/failures-have-no-latency: returns the latency of a rejection': envelope(
    { usage: { latency_ms: 3 } },
    failed,
  ),
};
