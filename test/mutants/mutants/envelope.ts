import type { Behaviour } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { isRefusal, refuse, type ValidationError } from '../model/outcome.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { envelope, headers, http, onFailure, onSuccess, status, text } from './altered-response.ts';
import { withOtherTraffic } from './other-traffic.ts';

function validationErrors(change: (errors: readonly ValidationError[]) => readonly object[]) {
  return onFailure((whole, { errors }) => (errors ? { ...whole, data: { errors: change(errors) } } : whole));
}

/** Sends a success with this field of `data` as 204 without a body. */
function withoutBody(field: string): Partial<Behaviour> {
  return {
    reply: (world, outcome, request, latencyMs) => {
      const reply = correct.reply(world, outcome, request, latencyMs);
      return isRefusal(outcome) || !(field in outcome.data) ? reply : { ...reply, status: 204, body: '' };
    },
  };
}

const plainMutants: readonly Mutant[] = [
  {
    name: 'sends failures as plain text',
    killedBy: 'envelope/every-operation-response',
    overrides: {
      reply: (world, outcome, request, latencyMs) => ({
        ...correct.reply(world, outcome, request, latencyMs),
        ...(isRefusal(outcome) && outcome.reason === 'token_invalid' && { body: 'no' }),
      }),
    },
  },
  ...mutantsOf('envelope/every-operation-response', {
    'sends responses without the object status': envelope(({ status: _, ...rest }) => rest),
    'sends status as null': envelope((whole) => ({ ...whole, status: null })),
    'sends status as a list': envelope((whole) => ({ ...whole, status: [whole.status] })),
    'revokes with 204 and no body': withoutBody('revoked_at'),
    'logs in with 204 and no body': withoutBody('access_token'),
  }),
  {
    name: 'sends a page for an unknown path',
    killedBy: 'envelope/every-other-response',
    overrides: {
      reply: (world, outcome, request, latencyMs) => {
        const reply = correct.reply(world, outcome, request, latencyMs);
        if (!isRefusal(outcome) || outcome.reason !== 'not_found') return reply;
        return { ...reply, headers: { ...reply.headers, 'Content-Type': 'text/html' }, body: '<h1>404</h1>' };
      },
    },
  },
  ...mutantsOf('envelope/code-is-an-integer', {
    'sends the code as a string': status((own) => ({ ...own, code: String(own.code) })),
    'sends no code': status(({ code: _, ...own }) => own),
    'sends the code as null': status((own) => ({ ...own, code: null })),
    'sends a code with a fraction': status((own) => ({ ...own, code: Number(own.code) + 0.5 })),
  }),
  ...mutantsOf('envelope/message-is-a-string', {
    'sends no message with failures': status((own, outcome) =>
      isRefusal(outcome) ? { ...own, message: undefined } : own,
    ),
    'sends the message as null': status((own) => ({ ...own, message: null })),
    'sends the message as a list': status((own) => ({ ...own, message: [own.message] })),
  }),
  ...mutantsOf('envelope/data-is-an-object', {
    'sends data as a list': onFailure((whole) => ({ ...whole, data: [] })),
    'sends data as null with failures': onFailure((whole) => ({ ...whole, data: null })),
    'sends data as null with successes': onSuccess((whole) => ({ ...whole, data: null })),
  }),
  ...mutantsOf('envelope/output-is-an-object', {
    'sends output as a string': envelope((whole) => ({ ...whole, output: '' })),
    'sends output as null': envelope((whole) => ({ ...whole, output: null })),
  }),
  {
    name: 'generates with HTTP 201',
    killedBy: 'envelope/success-is-http-200',
    overrides: http((code, outcome) => (!isRefusal(outcome) && 'api_key' in outcome.data ? 201 : code)),
  },
  ...mutantsOf('envelope/success-is-http-200', {
    'revokes with 204': withoutBody('revoked_at'),
    'generates with 204': withoutBody('api_key'),
  }),
  {
    name: 'returns Success instead of OK',
    killedBy: 'envelope/success-message-is-ok',
    overrides: status((own, outcome) => (isRefusal(outcome) ? own : { ...own, message: 'Success' })),
  },
  {
    name: 'returns OK for everything',
    killedBy: 'envelope/failure-message-is-not-ok',
    overrides: status((own) => ({ ...own, message: 'OK' })),
  },
  {
    name: 'labels successes as text',
    killedBy: 'envelope/success-is-json',
    overrides: headers((outcome) => (isRefusal(outcome) ? {} : { 'Content-Type': 'text/plain' })),
  },
  {
    name: 'labels failures as problem details',
    killedBy: 'envelope/failure-is-json',
    overrides: headers((outcome) =>
      isRefusal(outcome) ? { 'Content-Type': 'application/problem+json' } : {},
    ),
  },
  {
    name: 'returns its own codes in addition to HTTP statuses',
    killedBy: 'envelope/code-equals-http-status',
    overrides: status((own, outcome) =>
      isRefusal(outcome) ? { ...own, code: Number(own.code) + 1000 } : own,
    ),
  },
  ...mutantsOf('envelope/failure-reason', {
    'sends failures without a reason': status((own) => ({ ...own, reason: undefined })),
    'sends the reason as a number': status((own, outcome) =>
      isRefusal(outcome) ? { ...own, reason: 7 } : own,
    ),
    'writes reasons in capitals': status((own, outcome) =>
      isRefusal(outcome) ? { ...own, reason: outcome.reason.toUpperCase() } : own,
    ),
    'returns the reason of another code': status((own, outcome) =>
      isRefusal(outcome) && outcome.reason === 'not_found' ? { ...own, reason: 'unavailable' } : own,
    ),
  }),
  {
    name: 'returns a reason for success',
    killedBy: 'envelope/success-has-no-reason',
    overrides: status((own, outcome) => (isRefusal(outcome) ? own : { ...own, reason: 'ok' })),
  },
  {
    name: 'sends data with failures',
    killedBy: 'envelope/failure-has-no-data',
    overrides: onFailure((whole) => ({ ...whole, data: { hint: 'none' } })),
  },
  ...mutantsOf('envelope/validation-error-fields', {
    'returns validation errors without a location': validationErrors((errors) =>
      errors.map(({ location: _, ...rest }) => rest),
    ),
    'returns validation errors without a rule': validationErrors((errors) =>
      errors.map(({ rule: _, ...rest }) => rest),
    ),
    'returns a list as the message of a validation error': validationErrors((errors) =>
      errors.map((error) => ({ ...error, message: [error.message] })),
    ),
    'returns an empty list of validation errors': validationErrors(() => []),
    'returns no validation errors': onFailure(({ data: _, ...whole }) => whole),
  }),
  {
    name: 'fails for an empty list',
    killedBy: 'responses/no-server-error',
    overrides: {
      checkGenerate: (value) =>
        Array.isArray(value) ? refuse('internal_error') : correct.checkGenerate(value),
    },
  },
  {
    name: 'truncates the JSON of successes',
    killedBy: 'envelope/valid-json',
    overrides: text((body) => body.slice(0, -1)),
  },
  {
    name: 'writes Latin-1',
    killedBy: 'envelope/valid-utf-8',
    overrides: text((body) =>
      Buffer.from(body.replace('"message":"', '"note":"\u00e9","message":"'), 'latin1'),
    ),
  },
  {
    name: 'starts with a byte order mark',
    killedBy: 'envelope/no-byte-order-mark',
    overrides: text((body) => `\uFEFF${body}`),
  },
  {
    name: 'names the code twice',
    killedBy: 'envelope/no-duplicate-field',
    overrides: text((body) => body.replace('"code":', '"code":0,"code":')),
  },
  {
    name: 'labels its text as Latin-1',
    killedBy: 'envelope/no-other-charset',
    overrides: headers(() => ({ 'Content-Type': 'application/json; charset=iso-8859-1' })),
  },
  ...mutantsOf('usage/is-an-object', {
    'sends usage as a number': onSuccess((whole) => ({ ...whole, usage: 3 })),
    'sends usage as null': onFailure((whole) => ({ ...whole, usage: null })),
  }),
  ...mutantsOf('usage/latency-is-an-integer', {
    'measures latency with fractions': onSuccess((whole) => ({ ...whole, usage: { latency_ms: 1.5 } })),
    'sends the latency as a string': onSuccess((whole) => ({ ...whole, usage: { latency_ms: '3' } })),
    'sends the latency as null': onSuccess((whole) => ({ ...whole, usage: { latency_ms: null } })),
  }),
  {
    name: 'measures latency in microseconds',
    killedBy: 'usage/latency-is-in-milliseconds',
    overrides: onSuccess((whole) => ({ ...whole, usage: { latency_ms: 25_000 } })),
  },
  {
    name: 'returns a negative latency',
    killedBy: 'usage/latency-is-not-negative',
    overrides: onSuccess((whole) => ({ ...whole, usage: { latency_ms: -3 } })),
  },
  {
    name: 'returns the latency of a rejection',
    killedBy: 'usage/failures-have-no-latency',
    overrides: onFailure((whole) => ({ ...whole, usage: { latency_ms: 3 } })),
  },
];

export const envelopeMutants = plainMutants.map(withOtherTraffic);
