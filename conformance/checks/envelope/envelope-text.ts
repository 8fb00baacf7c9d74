import type { ResponseCheck, Rule } from '../../check.ts';
import type { ProtocolErrorKind } from '../../http/protocol-error.ts';
import { everyResponse, failureOf } from '../support/responses/every-response.ts';

/** The envelope as a JSON text: what a forgiving parser would not notice. */
export const envelopeTextResponseChecks: readonly ResponseCheck[] = [
  withoutTextFault(
    {
      id: 'envelope/valid-json',
      rule: 'Sends valid JSON in every body with the content type application/json.',
      strength: 'standard',
      source: 'RFC 8259 2',
    },
    'malformed-json',
  ),
  withoutTextFault(
    {
      id: 'envelope/valid-utf-8',
      rule: 'Sends JSON in UTF-8.',
      strength: 'standard',
      source: 'RFC 8259 8.1',
    },
    'invalid-utf8',
  ),
  withoutTextFault(
    {
      id: 'envelope/no-byte-order-mark',
      rule: 'Sends JSON without a byte order mark.',
      strength: 'standard',
      source: 'RFC 8259 8.1',
    },
    'byte-order-mark',
  ),
  withoutTextFault(
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
      if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) return undefined;
      return failureOf(received, 'charset=utf-8, or none', `charset=${charset}`);
    },
  ),
];

function withoutTextFault(rule: Rule, kind: ProtocolErrorKind): ResponseCheck {
  return everyResponse(rule, (received) => {
    const fault = received.exchange.response.protocolErrors.find((one) => one.kind === kind);
    return fault && failureOf(received, 'none', `${kind.replaceAll('-', ' ')}: ${fault.detail}`);
  });
}
