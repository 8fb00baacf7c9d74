import { notJudged, type ResponseCheck, type Rule } from '../../check.ts';
import type { ProtocolErrorKind } from '../../http/protocol-error.ts';
import { everyResponse, failureOf } from '../support/responses/every-response.ts';

/** Errors in the JSON text that a lenient parser does not report. */
export const envelopeTextResponseChecks: readonly ResponseCheck[] = [
  withoutTextError(
    {
      id: 'envelope/valid-json',
      rule: 'Sends valid JSON in every body with the content type application/json.',
      strength: 'standard',
      source: 'RFC 8259 2',
    },
    'malformed-json',
  ),
  withoutTextError(
    {
      id: 'envelope/valid-utf-8',
      rule: 'Sends JSON in UTF-8.',
      strength: 'standard',
      source: 'RFC 8259 8.1',
    },
    'invalid-utf8',
  ),
  withoutTextError(
    {
      id: 'envelope/no-byte-order-mark',
      rule: 'Sends JSON without a byte order mark.',
      strength: 'standard',
      source: 'RFC 8259 8.1',
    },
    'byte-order-mark',
  ),
  withoutTextError(
    {
      id: 'envelope/no-duplicate-field',
      rule: 'Returns JSON objects without duplicate fields.',
      strength: 'decided',
      source: 'RFC 8259 4',
    },
    'duplicate-field',
  ),
  everyResponse(
    {
      id: 'envelope/no-other-charset',
      rule: 'Sends application/json with no charset other than utf-8.',
      strength: 'standard',
      source: 'RFC 8259 8.1',
    },
    (received) => {
      const type = received.exchange.response.header('content-type') ?? '';
      const charset = /^application\/json\s*;.*\bcharset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1];
      if (!/^application\/json\b/i.test(type)) return notJudged;
      if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) return undefined;
      return failureOf(received, 'charset=utf-8, or none', `charset=${charset}`);
    },
  ),
];

function withoutTextError(rule: Rule, kind: ProtocolErrorKind): ResponseCheck {
  return everyResponse(rule, (received) => {
    if (received.exchange.response.body.length === 0) return notJudged;
    const error = received.exchange.response.protocolErrors.find((one) => one.kind === kind);
    return error && failureOf(received, 'none', `${kind.replaceAll('-', ' ')}: ${error.detail}`);
  });
}
