import {
  decided,
  type Failure,
  notJudged,
  type ProtocolErrorKind,
  type ResponseCheck,
  type Rule,
  shown,
  standard,
} from '../../../engine/index.ts';
import {
  everyOperationResponse,
  everyResponse,
  failureOf,
  type ReceivedResponse,
} from '../support/responses/every-response.ts';
import { mediaTypeOf, statusOf } from '../support/responses/service-response.ts';

/** How `status.code`, the message, the HTTP status and the content type fit together, and errors in the JSON text that a lenient
 * parser does not report. */
export const envelopeStatusResponseChecks: readonly ResponseCheck[] = [
  everyResponse({
    id: 'envelope/success-is-http-200',
    rule: 'Sends every success with HTTP 200 and `status.code` 200.',
    ...shown('4'),
    inspect: (received) => {
      const { status } = received.exchange.response;
      const code = statusOf(received.exchange)?.code;
      // A status such as 204 also reports success, but another `status.code` reports a failure.
      const isSuccess =
        code === 200 || (received.operation && typeof code !== 'number' && isHttpSuccess(status));
      if (!isSuccess) return notJudged;
      if (status === 200 && code === 200) return undefined;
      return failureOf(received, 'HTTP 200 with `status.code` 200');
    },
  }),
  everyResponse({
    id: 'envelope/success-message-is-ok',
    rule: 'Returns the message "OK" with `status.code` 200.',
    ...shown('2.1-status.message'),
    inspect: (received) => {
      const status = statusOf(received.exchange);
      if (status?.code !== 200) return notJudged;
      if (status.message === 'OK') return undefined;
      return failureOf(received, 'the message "OK" with `status.code` 200');
    },
  }),
  everyResponse({
    id: 'envelope/failure-message-is-not-ok',
    rule: 'Returns a message other than "OK" with every `status.code` except 200.',
    ...shown('7'),
    inspect: (received) => {
      const status = statusOf(received.exchange);
      if (typeof status?.code !== 'number' || status.code === 200) return notJudged;
      if (status.message !== 'OK') return undefined;
      return failureOf(received, `a message other than "OK" with code ${status.code}`);
    },
  }),
  everyOperationResponse({
    id: 'envelope/success-is-json',
    rule: 'Sends a success as application/json.',
    ...shown('4'),
    inspect: (received) => (statusOf(received.exchange)?.code === 200 ? requireJson(received) : notJudged),
  }),
  everyResponse({
    id: 'envelope/failure-is-json',
    rule: 'Sends the envelope of a failure as application/json.',
    ...decided('errors'),
    inspect: (received) => {
      const status = statusOf(received.exchange);
      return status === undefined || status.code === 200 ? notJudged : requireJson(received);
    },
  }),
  everyResponse({
    id: 'envelope/code-equals-http-status',
    rule: 'Returns the HTTP status in `status.code`.',
    ...decided('envelope-code'),
    inspect: (received) => {
      const code = statusOf(received.exchange)?.code;
      if (typeof code !== 'number') return notJudged;
      if (code === received.exchange.response.status) return undefined;
      return failureOf(received, '`status.code` equal to the HTTP status');
    },
  }),
  withoutTextError(
    {
      id: 'envelope/valid-json',
      rule: 'Sends valid JSON in every application/json body.',
      ...standard('RFC 8259 2'),
    },
    'malformed-json',
  ),
  withoutTextError(
    {
      id: 'envelope/valid-utf-8',
      rule: 'Sends JSON in UTF-8.',
      ...standard('RFC 8259 8.1'),
    },
    'invalid-utf8',
  ),
  withoutTextError(
    {
      id: 'envelope/no-byte-order-mark',
      rule: 'Sends JSON without a byte order mark.',
      ...standard('RFC 8259 8.1'),
    },
    'byte-order-mark',
  ),
  withoutTextError(
    {
      id: 'envelope/no-duplicate-field',
      rule: 'Returns JSON objects without duplicate fields.',
      ...decided('RFC 8259 4'),
    },
    'duplicate-field',
  ),
  everyResponse({
    id: 'envelope/no-other-charset',
    rule: 'Sends application/json with no charset other than utf-8.',
    ...standard('RFC 8259 8.1'),
    inspect: (received) => {
      const type = received.exchange.response.header('content-type') ?? '';
      const charset = /^application\/json\s*;.*\bcharset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1];
      if (!/^application\/json\b/i.test(type)) return notJudged;
      if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) return undefined;
      return failureOf(received, 'charset=utf-8, or none', `charset=${charset}`);
    },
  }),
];

function isHttpSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function requireJson(received: ReceivedResponse): Failure | undefined {
  const type = mediaTypeOf(received.exchange.response);
  if (type === 'application/json') return undefined;
  return failureOf(received, 'Content-Type: application/json', type ?? 'no Content-Type');
}

function withoutTextError(rule: Rule, kind: ProtocolErrorKind): ResponseCheck {
  return everyResponse({
    ...rule,
    inspect: (received) => {
      if (received.exchange.response.body.length === 0) return notJudged;
      const error = received.exchange.response.protocolErrors.find((one) => one.kind === kind);
      return error && failureOf(received, 'none', `${kind.replaceAll('-', ' ')}: ${error.detail}`);
    },
  });
}
