import type { ResponseCheck } from '../../check.ts';
import type { Failure } from '../../outcome.ts';
import {
  everyOperationResponse,
  everyResponse,
  failureOf,
  mayHaveBody,
  type ReceivedResponse,
} from '../support/responses/every-response.ts';
import { envelopeOf, isObject, mediaTypeOf, statusOf } from '../support/responses/service-response.ts';

export const envelopeResponseChecks: readonly ResponseCheck[] = [
  everyOperationResponse(
    {
      id: 'envelope/every-operation-response',
      rule: 'Returns a JSON object with the object `status` in every response of an operation.',
      strength: 'shown',
      source: '2.1',
    },
    (received) => requireEnvelope(received),
  ),
  everyResponse(
    {
      id: 'envelope/every-other-response',
      rule: 'Returns the envelope also for an unknown path, a wrong method and an unreadable request.',
      strength: 'decided',
      source: 'errors',
    },
    (received) => (received.operation === undefined ? requireEnvelope(received) : undefined),
  ),
  everyResponse(
    {
      id: 'envelope/code-is-an-integer',
      rule: 'Returns `status.code` as an integer.',
      strength: 'shown',
      source: '2.1',
    },
    (received) => requireStatusField(received, 'code', 'an integer', Number.isInteger),
  ),
  everyResponse(
    {
      id: 'envelope/message-is-a-string',
      rule: 'Returns `status.message` as a string.',
      strength: 'shown',
      source: '2.1',
    },
    (received) => requireStatusField(received, 'message', 'a string', isString),
  ),
  everyResponse(
    {
      id: 'envelope/data-is-an-object',
      rule: 'Returns `data` as an object when it is present.',
      strength: 'shown',
      source: '2.1',
    },
    (received) => requireOptionalObject(received, 'data'),
  ),
  everyResponse(
    {
      id: 'envelope/output-is-an-object',
      rule: 'Returns `output` as an object when it is present.',
      strength: 'shown',
      source: '2.1',
    },
    (received) => requireOptionalObject(received, 'output'),
  ),
  everyResponse(
    {
      id: 'envelope/success-is-http-200',
      rule: 'Sends HTTP 200 with `status.code` 200.',
      strength: 'shown',
      source: '4',
    },
    (received) => {
      const { status } = received.exchange.response;
      if (statusOf(received.exchange)?.code !== 200 || status === 200) return undefined;
      return failureOf(received, 'HTTP 200 beside `status.code` 200');
    },
  ),
  everyResponse(
    {
      id: 'envelope/success-message-is-ok',
      rule: 'Returns the message "OK" with `status.code` 200.',
      strength: 'shown',
      source: '2.1',
    },
    (received) => {
      const status = statusOf(received.exchange);
      if (status?.code !== 200 || status.message === 'OK') return undefined;
      return failureOf(received, 'the message "OK" beside `status.code` 200');
    },
  ),
  everyResponse(
    {
      id: 'envelope/failure-message-is-not-ok',
      rule: 'Returns a message other than "OK" with every `status.code` except 200.',
      strength: 'shown',
      source: '7',
    },
    (received) => {
      const status = statusOf(received.exchange);
      if (typeof status?.code !== 'number' || status.code === 200 || status.message !== 'OK')
        return undefined;
      return failureOf(received, `another message than "OK" beside code ${status.code}`);
    },
  ),
  everyOperationResponse(
    {
      id: 'envelope/success-is-json',
      rule: 'Sends a success with the content type application/json.',
      strength: 'shown',
      source: '4',
    },
    (received) => {
      const { exchange } = received;
      if (statusOf(exchange)?.code !== 200) return undefined;
      const type = mediaTypeOf(exchange.response);
      return type === 'application/json'
        ? undefined
        : failureOf(received, 'Content-Type: application/json', type ?? 'no Content-Type');
    },
  ),
  everyResponse(
    {
      id: 'envelope/failure-is-json',
      rule: 'Sends the envelope of a failure with the content type application/json.',
      strength: 'decided',
      source: 'errors',
    },
    (received) => {
      const { exchange } = received;
      const status = statusOf(exchange);
      if (status === undefined || status.code === 200) return undefined;
      const type = mediaTypeOf(exchange.response);
      return type === 'application/json'
        ? undefined
        : failureOf(received, 'Content-Type: application/json', type ?? 'no Content-Type');
    },
  ),
  everyResponse(
    {
      id: 'envelope/code-equals-http-status',
      rule: 'Returns the HTTP status in `status.code`.',
      strength: 'decided',
      source: 'envelope-code',
    },
    (received) => {
      const code = statusOf(received.exchange)?.code;
      if (typeof code !== 'number' || code === received.exchange.response.status) return undefined;
      return failureOf(received, '`status.code` equal to the HTTP status');
    },
  ),
];

function requireEnvelope(received: ReceivedResponse): Failure | undefined {
  const { exchange } = received;
  if (!mayHaveBody(exchange) || statusOf(exchange) !== undefined) return undefined;
  const { response } = exchange;
  const what = envelopeOf(exchange)
    ? 'a JSON object without the object `status`'
    : response.json
      ? 'JSON that is no object'
      : response.body.length === 0
        ? 'no body'
        : `a body that is not JSON (${mediaTypeOf(response) ?? 'no Content-Type'})`;
  return failureOf(received, 'the envelope', `HTTP ${response.status} with ${what}`);
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function requireStatusField(
  received: ReceivedResponse,
  name: string,
  expected: string,
  fits: (value: unknown) => boolean,
): Failure | undefined {
  const status = statusOf(received.exchange);
  if (status === undefined || fits(status[name])) return undefined;
  return failureOf(received, `${expected} at /status/${name}`, kindOf(status[name]), ofOperation(received));
}

function requireOptionalObject(received: ReceivedResponse, name: string): Failure | undefined {
  const value = envelopeOf(received.exchange)?.[name];
  if (value === undefined || isObject(value)) return undefined;
  // A null for "nothing here" is a habit of serialisers; the description does not speak of it.
  const more = value === null ? { strength: 'decided' as const } : ofOperation(received);
  return failureOf(received, `an object at /${name}, or nothing`, kindOf(value), more);
}

// What is not reached by an operation is not shown to answer with the envelope at all.
function ofOperation({ operation }: ReceivedResponse): Pick<Failure, 'strength' | 'source'> {
  return operation === undefined ? { strength: 'decided', source: 'errors' } : {};
}

export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a number with a fraction';
  return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
