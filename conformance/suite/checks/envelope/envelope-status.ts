import {
  decided,
  type Failure,
  notJudged,
  type ProtocolErrorKind,
  shown,
  standard,
} from '../../../engine/index.ts';
import {
  everyOperationResponse,
  everyResponse,
  failureOf,
  type ReceivedResponse,
  responseChecks,
  type UnnamedResponseCheck,
  type UnnamedRule,
} from '../support/responses/every-response.ts';
import { mediaTypeOf, statusOf } from '../support/responses/service-response.ts';

export const envelopeStatusResponseChecks = responseChecks(standard('RFC 8259 8.1'), {
  'envelope/success-is-http-200': everyResponse({
    rule: 'Sends every success with HTTP 200 and `status.code` 200.',
    ...shown('4'),
    inspect: (received) => {
      const { status } = received.exchange.response;
      const code = statusOf(received.exchange)?.code;
      // A status such as 204 also reports success, but another `status.code` reports a failure.
      const isHttpSuccess = received.operation !== undefined && status >= 200 && status < 300;
      if (typeof code === 'number' ? code !== 200 : !isHttpSuccess) return notJudged;
      if (status === 200 && code === 200) return undefined;
      return failureOf(received, 'HTTP 200 with `status.code` 200');
    },
  }),
  'envelope/success-message-is-ok': everyResponse({
    rule: 'Returns the message "OK" with `status.code` 200.',
    ...shown('2.1-status.message'),
    inspect: (received) => {
      const status = statusOf(received.exchange);
      if (status?.code !== 200) return notJudged;
      if (status.message === 'OK') return undefined;
      return failureOf(received, 'the message "OK" with `status.code` 200');
    },
  }),
  'envelope/failure-message-is-not-ok': everyResponse({
    rule: 'Returns a message other than "OK" with every `status.code` except 200.',
    ...shown('7'),
    inspect: (received) => {
      const status = statusOf(received.exchange);
      if (typeof status?.code !== 'number' || status.code === 200) return notJudged;
      if (status.message !== 'OK') return undefined;
      return failureOf(received, `a message other than "OK" with code ${status.code}`);
    },
  }),
  'envelope/success-is-json': everyOperationResponse({
    rule: 'Sends a success as application/json.',
    ...shown('4'),
    inspect: (received) =>
      statusOf(received.exchange)?.code === 200 ? requireJson(received) : notJudged,
  }),
  'envelope/failure-is-json': everyResponse({
    rule: 'Sends the envelope of a failure as application/json.',
    ...decided('errors'),
    inspect: (received) => {
      const status = statusOf(received.exchange);
      return status === undefined || status.code === 200 ? notJudged : requireJson(received);
    },
  }),
  'envelope/code-equals-http-status': everyResponse({
    rule: 'Returns the HTTP status in `status.code`.',
    ...decided('envelope-code'),
    inspect: (received) => {
      const code = statusOf(received.exchange)?.code;
      if (typeof code !== 'number') return notJudged;
      if (code === received.exchange.response.status) return undefined;
      return failureOf(received, '`status.code` equal to the HTTP status');
    },
  }),
  'envelope/valid-json': withoutTextError({
    rule: 'Sends valid JSON in every application/json body.',
    ...standard('RFC 8259 2'),
    kind: 'malformed-json',
  }),
  'envelope/valid-utf-8': withoutTextError({ rule: 'Sends JSON in UTF-8.', kind: 'invalid-utf8' }),
  'envelope/no-byte-order-mark': withoutTextError({
    rule: 'Sends JSON without a byte order mark.',
    kind: 'byte-order-mark',
  }),
  'envelope/no-duplicate-field': withoutTextError({
    rule: 'Returns JSON objects without duplicate fields.',
    ...decided('RFC 8259 4'),
    kind: 'duplicate-field',
  }),
  'envelope/no-other-charset': everyResponse({
    rule: 'Sends application/json with no charset other than utf-8.',
    inspect: (received) => {
      const type = received.exchange.response.header('content-type') ?? '';
      const charset = /^application\/json\s*;.*\bcharset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1];
      if (!/^application\/json\b/i.test(type)) return notJudged;
      if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) return undefined;
      return failureOf(received, 'charset=utf-8, or none', `charset=${charset}`);
    },
  }),
});

function requireJson(received: ReceivedResponse): Failure | undefined {
  const type = mediaTypeOf(received.exchange.response);
  if (type === 'application/json') return undefined;
  return failureOf(received, 'Content-Type: application/json', type ?? 'no Content-Type');
}

function withoutTextError({
  kind,
  ...rule
}: UnnamedRule & { readonly kind: ProtocolErrorKind }): UnnamedResponseCheck {
  return everyResponse({
    ...rule,
    inspect: (received) => {
      if (received.exchange.response.body.length === 0) return notJudged;
      const error = received.exchange.response.protocolErrors.find((one) => one.kind === kind);
      return error && failureOf(received, 'none', `${kind.replaceAll('-', ' ')}: ${error.detail}`);
    },
  });
}
