import type { OperationId } from '../../../generated/contract.ts';
import { decided, isJsonObject, notJudged, shown } from '../../engine/index.ts';
import { serviceProfileOf } from '../profile/service-profile.ts';
import { kindOf, ofOperation, requireOptionalObject } from './envelope/envelope-shape.ts';
import {
  everyOperationResponse,
  everyResponse,
  failureOf,
  type ReceivedResponse,
  responseChecks,
} from './support/responses/every-response.ts';
import { dataOf, envelopeOf, readOutcome, statusOf } from './support/responses/service-response.ts';

const results = [
  {
    subject: 'login',
    operation: 'login',
    dataClause: '4.1.4',
    clause: '2.2',
    fields: { access_token: 'string', me_id: 'string', mfa_enabled: 'boolean', nickname: 'string' },
  },
  {
    subject: 'keys',
    operation: 'generateApiKey',
    dataClause: '4.2.4',
    clause: '2.3',
    fields: { api_key: 'string', note: 'string' },
  },
  {
    subject: 'revocation',
    operation: 'revokeApiKey',
    dataClause: '4.3.5',
    clause: '2.4',
    fields: { message: 'string' },
  },
] as const satisfies readonly Result[];

interface Result {
  readonly subject: string;
  readonly operation: OperationId;
  readonly dataClause: string;
  readonly clause: string;
  readonly fields: Readonly<Record<string, 'string' | 'boolean'>>;
}

export const resultResponseChecks = responseChecks(
  shown('4'),
  Object.fromEntries(
    results.flatMap((result: Result) => [
      [`${result.subject}/success-has-data`, hasData(result)],
      ...Object.entries(result.fields).map(([name, type]) => [
        `${result.subject}/${name.replaceAll('_', '-')}-is-a-${type}`,
        hasType(result, name, type),
      ]),
    ]),
  ),
);

function hasData({ operation, dataClause }: Result) {
  return everyOperationResponse({
    rule: 'Returns `data` with every success.',
    ...shown(dataClause),
    operation,
    inspect: (received) => {
      if (!succeeded(received, operation)) return notJudged;
      if (envelopeOf(received.exchange)?.data !== undefined) return undefined;
      return failureOf(received, 'an object at /data', 'nothing');
    },
  });
}

function hasType({ operation, clause }: Result, name: string, type: string) {
  return everyOperationResponse({
    rule: `Returns \`${name}\`, if present, as a ${type}.`,
    ...shown(`${clause}-${name}`),
    operation,
    inspect: (received) => {
      const value = dataOf(received.exchange)[name];
      if (!succeeded(received, operation) || value === undefined) return notJudged;
      if (typeof value === type) return undefined;
      return failureOf(received, `a ${type} at /data/${name}`, kindOf(value));
    },
  });
}

function succeeded(
  { exchange, operation, context }: ReceivedResponse,
  wanted: OperationId,
): boolean {
  return (
    operation === wanted &&
    readOutcome(exchange, serviceProfileOf(context.profile).failures)?.success === true
  );
}

// Allows for a clock that is adjusted during the request. A wrong unit is off by a factor of 1000.
const slackMs = 1_000;

export const usageResponseChecks = responseChecks(shown('2.1-usage.latency_ms'), {
  'usage/is-an-object': everyResponse({
    rule: 'Returns `usage`, if present, as an object.',
    ...shown('2.1-usage'),
    inspect: (received) => requireOptionalObject(received, 'usage'),
  }),
  'usage/latency-is-an-integer': everyResponse({
    rule: 'Returns `usage.latency_ms`, if present, as an integer.',
    inspect: (received) => {
      const latency = latencyOf(received);
      if (latency === undefined) return notJudged;
      if (Number.isInteger(latency)) return undefined;
      const expected = 'an integer at /usage/latency_ms, or nothing';
      return failureOf(received, expected, kindOf(latency), ofOperation(received));
    },
  }),
  'usage/latency-is-in-milliseconds': everyResponse({
    rule: 'Returns a `usage.latency_ms` no longer than the response took.',
    inspect: (received) => {
      const latency = latencyOf(received);
      if (typeof latency !== 'number') return notJudged;
      if (latency <= received.exchange.durationMs + slackMs) return undefined;
      return failureOf(received, 'no more than the time until the response', 'a longer time');
    },
  }),
  'usage/latency-is-not-negative': everyResponse({
    rule: 'Returns a `usage.latency_ms` of 0 or more.',
    ...decided('latency'),
    inspect: (received) => {
      const latency = latencyOf(received);
      if (typeof latency !== 'number') return notJudged;
      return latency < 0 ? failureOf(received, '0 or more', 'a negative number') : undefined;
    },
  }),
  'usage/failures-have-no-latency': everyResponse({
    rule: 'Returns no latency in a failure.',
    ...decided('latency'),
    inspect: (received) => {
      const code = statusOf(received.exchange)?.code;
      if (typeof code !== 'number' || code === 200) return notJudged;
      if (latencyOf(received) === undefined) return undefined;
      return failureOf(received, 'no /usage/latency_ms in a failure', 'a latency');
    },
  }),
});

function latencyOf({ exchange }: ReceivedResponse): unknown {
  const usage = envelopeOf(exchange)?.usage;
  return isJsonObject(usage) ? usage.latency_ms : undefined;
}
