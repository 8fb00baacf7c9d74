import { altered, appendHeaderLines, chunked } from '../support/requests/altered-requests.ts';
import { generateRequest } from '../support/requests/operation-requests.ts';
import { mustSucceed } from '../support/responses/verdicts.ts';
import { defineCheck, type ServiceCheck } from '../support/service-context.ts';
import { lengthOf, lingerMs, mustRejectChanges, mustRespondOnce, withLength } from './send-altered.ts';

const inner = 'DELETE /v1/security/apikey/inner HTTP/1.1\r\nHost: inner.example\r\n\r\n';
const followed = (text: string) => text + inner;
/** Adds header lines, and an empty chunked body with the inner request after it. */
const smuggle =
  (...lines: readonly string[]) =>
  (text: string) =>
    appendHeaderLines(...lines)(text).replace(/\r\n\r\n.*$/s, `\r\n\r\n0\r\n\r\n${inner}`);

/** Where one request ends and the next begins, and which headers belong to a request. */
export const requestBoundaryChecks: readonly ServiceCheck[] = [
  defineCheck({
    id: 'framing/no-request-inside-a-request',
    rule: 'Returns only one response to a request that has both a length and a chunked body.',
    strength: 'wire',
    source: 'RFC 9112 6.3',
    exclusive: true,
    run: async (context) => {
      const token = await context.sessions.live();
      return mustRespondOnce(context, token, {
        'chunked, and a length': smuggle('Transfer-Encoding: chunked'),
        'in two lines': smuggle('Transfer-Encoding: chunked', 'Transfer-Encoding: x'),
        'a space in the name': smuggle('Transfer-Encoding : chunked'),
      });
    },
  }),
  defineCheck({
    id: 'framing/stops-after-ambiguous-length',
    rule: 'Stops reading a connection after a request whose end is ambiguous.',
    strength: 'wire',
    source: 'RFC 9112 6.3',
    needs: [],
    exclusive: true,
    run: async (context) =>
      mustRespondOnce(context, 'none', {
        'two lengths': (text) => followed(appendHeaderLines(`Content-Length: ${lengthOf(text) + 5}`)(text)),
        'no length': (text) => followed(withLength('x')(text)),
        'unknown coding': (text) => followed(chunked(text).replace('Encoding: chunked', 'Encoding: x')),
        identity: (text) => followed(chunked(text).replace('Encoding: chunked', 'Encoding: identity')),
        'broken chunk': (text) => followed(chunked(text).replace(/\r\n\r\n[0-9a-f]+/, '\r\n\r\nzz')),
      }),
  }),
  defineCheck({
    id: 'framing/hidden-headers-are-ignored',
    rule: 'Ignores a header inside a continued line, after a lone CR or in a trailer.',
    strength: 'wire',
    source: 'RFC 9112 5.2',
    operation: 'generateApiKey',
    exclusive: true,
    run: async (context) => {
      const token = await context.sessions.live();
      const hidden = `Authorization: Bearer ${token}`;
      return mustRejectChanges(context, undefined, {
        'continued with a space': appendHeaderLines('X-Probe: a', ` ${hidden}`),
        'continued with a tab': appendHeaderLines('X-Probe: a', `\t${hidden}`),
        'behind a CR': appendHeaderLines(`X-Probe: a\r${hidden}`),
        'in a trailer': (text) => chunked(text).replace(/0\r\n\r\n$/, `0\r\n${hidden}\r\n\r\n`),
      });
    },
  }),
  defineCheck({
    id: 'framing/responses-in-order',
    rule: 'Returns the responses to pipelined requests in order.',
    strength: 'wire',
    source: 'RFC 9112 9.3.2',
    needs: [],
    exclusive: true,
    run: async (context) => {
      const first = Buffer.from(context.target.encode(generateRequest('none')));
      const second = Buffer.from(context.target.encode({ method: 'GET', target: '/v1/nothing' }));
      const settings = { lingerMs };
      const exchange = await context.target.send({ bytes: Buffer.concat([first, second]), settings });
      const later = Buffer.from(exchange.response?.rest ?? []).toString('latin1');
      const next = /HTTP\/1\.[01] (\d{3})/.exec(later)?.[1];
      // A server may close the connection after the first response. Otherwise it must keep the order.
      if (next === undefined || exchange.response?.status !== 404 || next === '404') return undefined;
      return {
        expected: 'the response to the first request first',
        got: 'the response to the second request',
        exchanges: [exchange],
      };
    },
  }),
  defineCheck({
    id: 'framing/empty-line-before-a-request',
    rule: 'Ignores an empty line before a request.',
    strength: 'decided',
    source: 'RFC 9112 2.2',
    operation: 'generateApiKey',
    run: async (context) => {
      const exchange = await context.sessions.as('account', (token) =>
        altered(context, generateRequest(token), (text) => `\r\n${text}`),
      );
      return mustSucceed(context, exchange);
    },
  }),
];
