import type { ResponseCheck, Rule } from '../../check.ts';
import type { FaultKind } from '../../http/fault.ts';
import { broken, everyResponse } from '../support/responses/every-response.ts';

/** The envelope as a JSON text: what a forgiving parser would not notice. */
export const envelopeTextResponseChecks: readonly ResponseCheck[] = [
  withoutFault(
    {
      id: 'envelope/text-is-json',
      rule: 'A body that is sent as application/json is a JSON text.',
      strength: 'standard',
      source: 'RFC 8259 2',
    },
    'malformed-json',
  ),
  withoutFault(
    {
      id: 'envelope/text-is-utf-8',
      rule: 'The JSON text of an answer is UTF-8.',
      strength: 'standard',
      source: 'RFC 8259 8.1',
    },
    'invalid-utf8',
  ),
  withoutFault(
    {
      id: 'envelope/no-byte-order-mark',
      rule: 'The JSON text of an answer does not begin with a byte order mark.',
      strength: 'standard',
      source: 'RFC 8259 8.1',
    },
    'byte-order-mark',
  ),
  withoutFault(
    {
      id: 'envelope/no-member-twice',
      rule: 'No object of an answer names a member twice.',
      strength: 'decided',
      source: 'RFC 8259 4',
    },
    'duplicate-member',
  ),
  everyResponse(
    {
      id: 'envelope/no-other-charset',
      rule: 'A charset beside application/json is no other than utf-8.',
      strength: 'standard',
      source: 'RFC 8259 8.1',
    },
    (answer) => {
      const type = answer.exchange.response.header('content-type') ?? '';
      const charset = /^application\/json\s*;.*\bcharset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1];
      if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) return undefined;
      return broken(answer, 'charset=utf-8, or none', `charset=${charset}`);
    },
  ),
];

function withoutFault(rule: Rule, kind: FaultKind): ResponseCheck {
  return everyResponse(rule, (answer) => {
    const fault = answer.exchange.response.faults.find((one) => one.kind === kind);
    return fault && broken(answer, 'none', `${kind.replaceAll('-', ' ')}: ${fault.detail}`);
  });
}
