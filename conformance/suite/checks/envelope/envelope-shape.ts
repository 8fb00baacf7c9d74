import { failures } from '../../../../generated/contract.ts';
import {
  decided,
  type Failure,
  isJsonObject,
  type Judgement,
  notJudged,
  shown,
} from '../../../engine/index.ts';
import {
  everyResponse,
  failureOf,
  isRejectedAtPath,
  mayHaveBody,
  type ReceivedResponse,
  responseChecks,
} from '../support/responses/every-response.ts';
import {
  codeOf,
  envelopeOf,
  mediaTypeOf,
  statusOf,
  stringField,
} from '../support/responses/service-response.ts';

export const envelopeResponseChecks = responseChecks(shown('2.1-status'), {
  'envelope/every-operation-response': everyResponse({
    rule: 'Returns JSON with the object `status` in every response of an operation.',
    // Also with a status without a body: the interface description shows an envelope in every response.
    inspect: (received) =>
      received.operation !== undefined || isRejectedAtPath(received)
        ? requireEnvelope(received)
        : notJudged,
  }),
  'envelope/every-other-response': everyResponse({
    rule: 'Returns the envelope also for an unknown path, a wrong method and an unreadable request.',
    ...decided('errors'),
    inspect: (received) =>
      received.operation === undefined &&
      !isRejectedAtPath(received) &&
      mayHaveBody(received.exchange)
        ? requireEnvelope(received)
        : notJudged,
  }),
  'envelope/code-is-an-integer': everyResponse({
    rule: 'Returns `status.code` as an integer.',
    ...shown('2.1-status.code'),
    inspect: (received) => requireStatusField(received, 'code', 'an integer', Number.isInteger),
  }),
  'envelope/message-is-a-string': everyResponse({
    rule: 'Returns `status.message` as a string.',
    ...shown('2.1-status.message'),
    inspect: (received) =>
      requireStatusField(received, 'message', 'a string', (value) => typeof value === 'string'),
  }),
  'envelope/data-is-an-object': everyResponse({
    rule: 'Returns `data`, if present, as an object.',
    ...shown('2.1-data'),
    inspect: (received) => requireOptionalObject(received, 'data'),
  }),
  'envelope/output-is-an-object': everyResponse({
    rule: 'Returns `output`, if present, as an object.',
    ...shown('2.1-output'),
    inspect: (received) => requireOptionalObject(received, 'output'),
  }),
});

function requireEnvelope(received: ReceivedResponse): Judgement {
  const { exchange } = received;
  if (statusOf(exchange) !== undefined) return undefined;
  const { response } = exchange;
  const what = envelopeOf(exchange)
    ? 'a JSON object without the object `status`'
    : response.json
      ? 'JSON that is not an object'
      : response.body.length === 0
        ? 'no body'
        : `a body that is not JSON (${mediaTypeOf(response) ?? 'no Content-Type'})`;
  return failureOf(received, 'the envelope', `HTTP ${response.status} with ${what}`);
}

function requireStatusField(
  received: ReceivedResponse,
  name: string,
  expected: string,
  fits: (value: unknown) => boolean,
): Judgement {
  const status = statusOf(received.exchange);
  if (status === undefined) return notJudged;
  if (fits(status[name])) return undefined;
  return failureOf(
    received,
    `${expected} at /status/${name}`,
    kindOf(status[name]),
    ofOperation(received),
  );
}

export function requireOptionalObject(received: ReceivedResponse, name: string): Judgement {
  const value = envelopeOf(received.exchange)?.[name];
  if (value === undefined) return notJudged;
  if (isJsonObject(value)) return undefined;
  return failureOf(
    received,
    `an object at /${name}, or nothing`,
    kindOf(value),
    ofOperation(received),
  );
}

/** The interface description shows the envelope only for responses of operations. */
export function ofOperation({ operation }: ReceivedResponse): Pick<Failure, 'basis' | 'source'> {
  return operation === undefined ? decided('errors') : {};
}

export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number')
    return Number.isInteger(value) ? 'an integer' : 'a number with a fraction';
  return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}

const codes: Readonly<Record<string, { readonly code: number }>> = failures;
const snakeCase = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

export const envelopeFailureResponseChecks = responseChecks(decided('errors'), {
  'envelope/failure-reason': everyResponse({
    rule: 'Returns a snake_case `status.reason` with every failure, never one of a different code.',
    inspect: (received) => {
      const status = failureStatus(received.exchange);
      if (status === undefined) return notJudged;
      const reason = stringField(status, 'reason');
      if (reason === undefined || !snakeCase.test(reason)) {
        return failureOf(
          received,
          'a name in snake_case at /status/reason',
          reason ?? kindOf(status.reason),
        );
      }
      // The set is open: a server may add reasons of its own.
      const code = Object.hasOwn(codes, reason) ? codes[reason]?.code : undefined;
      if (code === undefined || code === codeOf(received.exchange)) return undefined;
      return failureOf(
        received,
        `${reason} only with code ${code}`,
        `${reason} with code ${status.code}`,
      );
    },
  }),
  'envelope/success-has-no-reason': everyResponse({
    rule: 'Returns no `status.reason` with a success.',
    inspect: (received) => {
      const status = statusOf(received.exchange);
      if (status?.code !== 200) return notJudged;
      if (status.reason === undefined) return undefined;
      return failureOf(received, 'no reason', 'a reason on a success');
    },
  }),
  'envelope/failure-has-no-data': everyResponse({
    rule: 'Returns no `data` with a failure, except the `errors` of a failed validation.',
    inspect: (received) => {
      const status = failureStatus(received.exchange);
      const data = envelopeOf(received.exchange)?.data;
      if (status === undefined) return notJudged;
      if (data === undefined) return undefined;
      const names = isJsonObject(data) ? Object.keys(data) : [];
      const allowed = [400, 422].includes(codeOf(received.exchange));
      if (allowed && names.length === 1 && names[0] === 'errors') return undefined;
      return failureOf(
        received,
        'no data',
        names.length > 0 ? `data with ${names.join(', ')}` : 'data',
      );
    },
  }),
  'envelope/validation-error-fields': everyResponse({
    rule: 'Returns the strings `location`, `rule` and `message` for each validation error.',
    inspect: (received) => {
      const status = failureStatus(received.exchange);
      if (status?.reason !== 'validation_failed') return notJudged;
      const data = envelopeOf(received.exchange)?.data;
      const errors: unknown = isJsonObject(data) ? data.errors : undefined;
      if (!Array.isArray(errors) || errors.length === 0) {
        return failureOf(received, 'a list of errors at /data/errors', 'none');
      }
      const missing = ['location', 'rule', 'message'].find((name) =>
        errors.some((error) => !isJsonObject(error) || stringField(error, name) === undefined),
      );
      return missing === undefined
        ? undefined
        : failureOf(received, `a ${missing} in each error`, 'an error without one');
    },
  }),
});

function failureStatus(exchange: Parameters<typeof statusOf>[0]) {
  const status = statusOf(exchange);
  return status === undefined || typeof status.code !== 'number' || status.code === 200
    ? undefined
    : status;
}
