import type { ResponseCheck } from '../../check.ts';
import type { Failure } from '../../outcome.ts';
import {
  type Answer,
  broken,
  everyOperationResponse,
  everyResponse,
  mayHaveBody,
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
    (answer) => withoutEnvelope(answer),
  ),
  everyResponse(
    {
      id: 'envelope/every-other-response',
      rule: 'Returns the envelope also for an unknown path, a wrong method and an unreadable request.',
      strength: 'decided',
      source: 'errors',
    },
    (answer) => (answer.operation === undefined ? withoutEnvelope(answer) : undefined),
  ),
  everyResponse(
    {
      id: 'envelope/code-is-an-integer',
      rule: 'Returns `status.code` as an integer.',
      strength: 'shown',
      source: '2.1',
    },
    (answer) => statusMember(answer, 'code', 'an integer', Number.isInteger),
  ),
  everyResponse(
    {
      id: 'envelope/message-is-a-string',
      rule: 'Returns `status.message` as a string.',
      strength: 'shown',
      source: '2.1',
    },
    (answer) => statusMember(answer, 'message', 'a string', isString),
  ),
  everyResponse(
    {
      id: 'envelope/data-is-an-object',
      rule: 'Returns `data` as an object when it is present.',
      strength: 'shown',
      source: '2.1',
    },
    (answer) => optionalObject(answer, 'data'),
  ),
  everyResponse(
    {
      id: 'envelope/output-is-an-object',
      rule: 'Returns `output` as an object when it is present.',
      strength: 'shown',
      source: '2.1',
    },
    (answer) => optionalObject(answer, 'output'),
  ),
  everyResponse(
    {
      id: 'envelope/success-is-http-200',
      rule: 'Sends HTTP 200 with `status.code` 200.',
      strength: 'shown',
      source: '4',
    },
    (answer) => {
      const { status } = answer.exchange.response;
      if (statusOf(answer.exchange)?.code !== 200 || status === 200) return undefined;
      return broken(answer, 'HTTP 200 beside `status.code` 200');
    },
  ),
  everyResponse(
    {
      id: 'envelope/success-message-is-ok',
      rule: 'Returns the message "OK" with `status.code` 200.',
      strength: 'shown',
      source: '2.1',
    },
    (answer) => {
      const status = statusOf(answer.exchange);
      if (status?.code !== 200 || status.message === 'OK') return undefined;
      return broken(answer, 'the message "OK" beside `status.code` 200');
    },
  ),
  everyResponse(
    {
      id: 'envelope/failure-message-is-not-ok',
      rule: 'Returns a message other than "OK" with every `status.code` except 200.',
      strength: 'shown',
      source: '7',
    },
    (answer) => {
      const status = statusOf(answer.exchange);
      if (typeof status?.code !== 'number' || status.code === 200 || status.message !== 'OK')
        return undefined;
      return broken(answer, `another message than "OK" beside code ${status.code}`);
    },
  ),
  everyOperationResponse(
    {
      id: 'envelope/success-is-json',
      rule: 'Sends a success with the content type application/json.',
      strength: 'shown',
      source: '4',
    },
    (answer) => {
      const { exchange } = answer;
      if (statusOf(exchange)?.code !== 200) return undefined;
      const type = mediaTypeOf(exchange.response);
      return type === 'application/json'
        ? undefined
        : broken(answer, 'Content-Type: application/json', type ?? 'no Content-Type');
    },
  ),
  everyResponse(
    {
      id: 'envelope/failure-is-json',
      rule: 'Sends the envelope of a failure with the content type application/json.',
      strength: 'decided',
      source: 'errors',
    },
    (answer) => {
      const { exchange } = answer;
      const status = statusOf(exchange);
      if (status === undefined || status.code === 200) return undefined;
      const type = mediaTypeOf(exchange.response);
      return type === 'application/json'
        ? undefined
        : broken(answer, 'Content-Type: application/json', type ?? 'no Content-Type');
    },
  ),
  everyResponse(
    {
      id: 'envelope/code-equals-http-status',
      rule: 'Returns the HTTP status in `status.code`.',
      strength: 'decided',
      source: 'envelope-code',
    },
    (answer) => {
      const code = statusOf(answer.exchange)?.code;
      if (typeof code !== 'number' || code === answer.exchange.response.status) return undefined;
      return broken(answer, '`status.code` equal to the HTTP status');
    },
  ),
];

function withoutEnvelope(answer: Answer): Failure | undefined {
  const { exchange } = answer;
  if (!mayHaveBody(exchange) || statusOf(exchange) !== undefined) return undefined;
  const { response } = exchange;
  const what = envelopeOf(exchange)
    ? 'a JSON object without the object `status`'
    : response.json
      ? 'JSON that is no object'
      : response.body.length === 0
        ? 'no body'
        : `a body that is not JSON (${mediaTypeOf(response) ?? 'no Content-Type'})`;
  return broken(answer, 'the envelope', `HTTP ${response.status} with ${what}`);
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function statusMember(
  answer: Answer,
  name: string,
  expected: string,
  fits: (value: unknown) => boolean,
): Failure | undefined {
  const status = statusOf(answer.exchange);
  if (status === undefined || fits(status[name])) return undefined;
  return broken(answer, `${expected} at /status/${name}`, kindOf(status[name]), ofOperation(answer));
}

function optionalObject(answer: Answer, name: string): Failure | undefined {
  const value = envelopeOf(answer.exchange)?.[name];
  if (value === undefined || isObject(value)) return undefined;
  // A null for "nothing here" is a habit of serialisers; the description does not speak of it.
  const more = value === null ? { strength: 'decided' as const } : ofOperation(answer);
  return broken(answer, `an object at /${name}, or nothing`, kindOf(value), more);
}

// What is not reached by an operation is not shown to answer with the envelope at all.
function ofOperation({ operation }: Answer): Pick<Failure, 'strength' | 'source'> {
  return operation === undefined ? { strength: 'decided', source: 'errors' } : {};
}

export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a number with a fraction';
  return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
