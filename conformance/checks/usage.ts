import { notJudged, type ResponseCheck } from '../check.ts';
import { isJsonObject } from '../document/model/pointer.ts';
import { kindOf, ofOperation } from './envelope/envelope-shape.ts';
import { everyResponse, failureOf, type ReceivedResponse } from './support/responses/every-response.ts';
import { envelopeOf, statusOf } from './support/responses/service-response.ts';

// Allows for a clock that is adjusted during the request. A wrong unit is off by a factor of 1000.
const slackMs = 1_000;

export const usageResponseChecks: readonly ResponseCheck[] = [
  everyResponse(
    {
      id: 'usage/is-an-object',
      rule: 'Returns `usage` as an object when it is present.',
      strength: 'shown',
      source: '2.1-usage',
    },
    (received) => {
      const usage = envelopeOf(received.exchange)?.usage;
      if (usage === undefined) return notJudged;
      if (isJsonObject(usage)) return undefined;
      return failureOf(received, 'an object at /usage, or nothing', kindOf(usage), ofOperation(received));
    },
  ),
  everyResponse(
    {
      id: 'usage/latency-is-an-integer',
      rule: 'Returns `usage.latency_ms` as an integer when it is present.',
      strength: 'shown',
      source: '2.1-usage.latency_ms',
    },
    (received) => {
      const latency = latencyOf(received);
      if (latency === undefined) return notJudged;
      if (Number.isInteger(latency)) return undefined;
      const expected = 'an integer at /usage/latency_ms, or nothing';
      return failureOf(received, expected, kindOf(latency), ofOperation(received));
    },
  ),
  everyResponse(
    {
      id: 'usage/latency-is-in-milliseconds',
      rule: 'Returns a `usage.latency_ms` that is no longer than the response took to arrive.',
      strength: 'shown',
      source: '2.1-usage.latency_ms',
    },
    (received) => {
      const latency = latencyOf(received);
      if (typeof latency !== 'number') return notJudged;
      if (latency <= received.exchange.durationMs + slackMs) return undefined;
      return failureOf(received, 'no more than the time until the response', 'a longer time');
    },
  ),
  everyResponse(
    {
      id: 'usage/latency-is-not-negative',
      rule: 'Returns a `usage.latency_ms` of 0 or more.',
      strength: 'decided',
      source: 'latency',
    },
    (received) => {
      const latency = latencyOf(received);
      if (typeof latency !== 'number') return notJudged;
      return latency < 0 ? failureOf(received, '0 or more', 'a negative number') : undefined;
    },
  ),
  everyResponse(
    {
      id: 'usage/failures-have-no-latency',
      rule: 'Returns no latency in a failure, because it shows how far an attempt got.',
      strength: 'decided',
      source: 'latency',
    },
    (received) => {
      const code = statusOf(received.exchange)?.code;
      if (typeof code !== 'number' || code === 200) return notJudged;
      if (latencyOf(received) === undefined) return undefined;
      return failureOf(received, 'no /usage/latency_ms in a failure', 'a latency');
    },
  ),
];

function latencyOf({ exchange }: ReceivedResponse): unknown {
  const usage = envelopeOf(exchange)?.usage;
  return isJsonObject(usage) ? usage.latency_ms : undefined;
}
