import { hasResponse, mismatch, type ProtocolErrorKind, standard } from '../../../engine/index.ts';

import {
  generateRequest,
  loginRequest,
  revokePath,
  revokeRequest,
  unknownKeyId,
} from '../support/requests/operation-requests.ts';
import {
  everyResponse,
  failureOf,
  responseChecks,
  type UnnamedResponseCheck,
  type UnnamedRule,
} from '../support/responses/every-response.ts';
import { judgeAll } from '../support/responses/verdicts.ts';
import { serviceCheck, serviceChecks } from '../support/service-context.ts';

export const framingResponseChecks = responseChecks(standard('RFC 9112 6.3'), {
  'framing/response-head-is-well-formed': withoutProtocolErrors({
    rule: 'Sends a well-formed status line and well-formed header lines.',
    ...standard('RFC 9112 5'),
    kinds: [
      'bare-line-feed',
      'bare-carriage-return',
      'folded-header',
      'malformed-header',
      'malformed-status-line',
    ],
  }),
  'framing/response-headers-occur-once': withoutProtocolErrors({
    rule: 'Sends each header that takes one value only once.',
    ...standard('RFC 9110 5.3'),
    kinds: ['duplicate-header'],
  }),
  'framing/response-length': withoutProtocolErrors({
    rule: 'Sends a body of the length that the response head states.',
    kinds: [
      'content-length-invalid',
      'content-length-contradictory',
      'content-length-and-chunked',
      'transfer-encoding-unknown',
      'bad-chunk',
      'truncated',
      'extra-bytes',
    ],
  }),
  'framing/no-forbidden-body': withoutProtocolErrors({
    rule: 'Sends no body in a response to HEAD, or with status 204 or 304.',
    kinds: ['body-forbidden'],
  }),
});

const canary = 'account-access-injected';
const line = `X-Injected: ${canary}`;
const encoded = encodeURIComponent(`\r\n${line}`);

export const injectionChecks = serviceChecks(standard('RFC 9112 11.1'), {
  'framing/no-injected-header': serviceCheck({
    rule: 'Keeps text of a request, such as a line break, out of the response headers.',
    cost: { logins: 0, failures: 1 },
    run: async (context) => {
      const token = await context.sessions.live();
      const requests = [
        generateRequest(token, { description: `a\r\n${line}` }),
        generateRequest(token, { description: `a\n${line}` }),
        generateRequest(token, { description: `a${encoded}` }),
        generateRequest(token, { description: `a\r\n\r\nHTTP/1.1 200 OK\r\n${line}` }),
        loginRequest({ identity: `nobody@example.com\r\n${line}`, password: 'wrong-one' }),
        { ...revokeRequest(token, unknownKeyId), target: `${revokePath('')}a${encoded}` },
        { method: 'GET', target: `/v1/nothing${encoded}` },
        { method: 'GET', target: `/v1/nothing?next=${encoded}` },
        ...[
          'Origin',
          'Referer',
          'X-Request-Id',
          'X-Correlation-Id',
          'traceparent',
          'User-Agent',
          'Accept-Language',
        ].map((name) => revokeRequest(token, unknownKeyId, { headers: [[name, `a${encoded}`]] })),
      ];
      return judgeAll(requests, async (request) => {
        const settings = { ...request.settings, fresh: true };
        const exchange = await context.target.send({ ...request, settings });
        if (!hasResponse(exchange)) return undefined;
        const { headers, rest } = exchange.response;
        const isInjected = headers.some(
          ([name, value]) => name.toLowerCase() === 'x-injected' && value.includes(canary),
        );
        if (!isInjected && !Buffer.from(rest).toString('latin1').includes(line)) return undefined;
        const got = 'the header X-Injected from inside a value';
        return mismatch(
          'no header from the text of the request',
          got,
          [exchange],
          exchange.request.method,
        );
      });
    },
  }),
});

function withoutProtocolErrors({
  kinds,
  ...rule
}: UnnamedRule & { readonly kinds: readonly ProtocolErrorKind[] }): UnnamedResponseCheck {
  return everyResponse({
    ...rule,
    inspect: (received) => {
      const { request, response } = received.exchange;
      // A raw request may contain a second request, so a second response may follow.
      const followed =
        request.raw && /^HTTP\/1/.test(Buffer.from(response.rest).toString('latin1'));
      const error = response.protocolErrors.find(
        ({ kind }) => kinds.includes(kind) && !(followed && kind === 'extra-bytes'),
      );
      return (
        error &&
        failureOf(received, 'none', error.kind.replaceAll('-', ' '), { note: error.detail })
      );
    },
  });
}
