import { decided, mismatch, wire } from '../../../engine/index.ts';
import {
  altered,
  appendHeaderLines,
  type Changes,
  chunked,
  lengthOf,
  lingerMs,
  mustRejectChanges,
  mustRespondOnce,
  removeHeaderLine,
  withLength,
} from '../support/requests/altered-requests.ts';
import { generateRequest } from '../support/requests/operation-requests.ts';
import {
  generateCheck,
  serviceCheck,
  serviceChecks,
  type UnnamedCheck,
} from '../support/service-context.ts';
import { acceptsEach } from '../support/variations.ts';

const firstLine = (change: (line: string) => string) => (text: string) => {
  const end = text.indexOf('\r\n');
  return change(text.slice(0, end)) + text.slice(end);
};

/** Requests that a server must reject, because another server on the way may read them differently. */
export const framingChecks = serviceChecks(wire('RFC 9112 6.3'), {
  'framing/one-host-header': rejects(
    'Rejects a request without a `Host` header, or with two of them.',
    'RFC 9112 3.2',
    {
      none: removeHeaderLine('Host'),
      two: appendHeaderLines('Host: other.example'),
      'two equal': (text) => appendHeaderLines(/\r\n(Host:[^\r]*)/i.exec(text)?.[1] ?? '')(text),
    },
  ),
  'framing/space-before-colon': rejects(
    'Rejects a request with white space between a header name and its colon.',
    'RFC 9112 5.1',
    {
      space: appendHeaderLines('X-Probe : a'),
      tab: appendHeaderLines('X-Probe\t: a'),
      'in Content-Length': (text) => text.replace(/Content-Length:/i, 'Content-Length :'),
    },
  ),
  'framing/conflicting-lengths': rejects(
    'Rejects a request with two different lengths.',
    'RFC 9112 6.3',
    {
      'the longer second': (text) =>
        appendHeaderLines(`Content-Length: ${lengthOf(text) + 5}`)(text),
      'the shorter second': (text) => appendHeaderLines('Content-Length: 2')(text),
      'in one line': (text) => withLength(`${lengthOf(text)}, 2`)(text),
    },
  ),
  'framing/invalid-length': rejects(
    'Rejects a request whose `Content-Length` is not a valid number.',
    'RFC 9112 6.3',
    {
      sign: (text) => withLength(`+${lengthOf(text)}`)(text),
      negative: withLength('-1'),
      hexadecimal: (text) => withLength(`0x${lengthOf(text).toString(16)}`)(text),
      letters: (text) => withLength(`${lengthOf(text)}a`)(text),
      fraction: (text) => withLength(`${lengthOf(text)}.0`)(text),
      'two numbers': (text) => withLength(`${lengthOf(text)} ${lengthOf(text)}`)(text),
      'too large': withLength('99999999999999999999999'),
    },
  ),
  'framing/unknown-transfer-coding': rejects(
    'Rejects a request whose last transfer coding is unknown or not chunked.',
    'RFC 9112 6.3',
    {
      unknown: (text) => chunked(text).replace('Encoding: chunked', 'Encoding: xchunked'),
      'chunked first': (text) =>
        chunked(text).replace('Encoding: chunked', 'Encoding: chunked, gzip'),
      identity: (text) => chunked(text).replace('Encoding: chunked', 'Encoding: identity'),
      'letters before': (text) => chunked(text).replace('Encoding: chunked', 'Encoding: x chunked'),
    },
  ),
  'framing/malformed-chunks': rejects('Rejects a request with a malformed chunk.', 'RFC 9112 7.1', {
    'no number': (text) => chunked(text).replace(/\r\n\r\n[0-9a-f]+/, '\r\n\r\nzz'),
    negative: (text) => chunked(text).replace(/\r\n\r\n/, '\r\n\r\n-'),
    prefix: (text) => chunked(text).replace(/\r\n\r\n/, '\r\n\r\n0x'),
    overflow: (text) => chunked(text).replace(/\r\n\r\n([0-9a-f]+)/, '\r\n\r\n10000000000000000$1'),
    'no end of line': (text) => chunked(text).replace(/\}\r\n0/, '}0'),
  }),
  'framing/malformed-request-line': rejects(
    'Rejects a request without a valid HTTP/1.1 request line.',
    'RFC 9112 3',
    {
      'no version': firstLine((line) => line.replace(/ HTTP.*$/, ' X')),
      'unknown version': firstLine((line) => line.replace('HTTP/1.1', 'HTTP/9.9')),
      'another protocol': firstLine((line) => line.replace('HTTP/1.1', 'HTTQ/1.1')),
      'a space in the target': firstLine((line) => line.replace('/generate', '/gen erate')),
    },
    'decided',
  ),
  'framing/invalid-header-name': rejects(
    'Rejects a request with an invalid header name.',
    'RFC 9110 5.1',
    {
      'no colon': appendHeaderLines('X-Probe'),
      empty: appendHeaderLines(': a'),
      'a space inside': appendHeaderLines('X Probe: a'),
      brackets: appendHeaderLines('X[Probe]: a'),
    },
    'decided',
  ),
  'framing/no-request-inside-a-request': serviceCheck({
    rule: 'Returns only one response to a request with both a length and chunks.',
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
  'framing/stops-after-ambiguous-length': serviceCheck({
    rule: 'Stops reading a connection after a request whose end is ambiguous.',
    needs: [],
    exclusive: true,
    run: async (context) =>
      mustRespondOnce(context, 'none', {
        'two lengths': (text) =>
          followed(appendHeaderLines(`Content-Length: ${lengthOf(text) + 5}`)(text)),
        'no length': (text) => followed(withLength('x')(text)),
        'unknown coding': (text) =>
          followed(chunked(text).replace('Encoding: chunked', 'Encoding: x')),
        identity: (text) =>
          followed(chunked(text).replace('Encoding: chunked', 'Encoding: identity')),
        'broken chunk': (text) =>
          followed(chunked(text).replace(/\r\n\r\n[0-9a-f]+/, '\r\n\r\nzz')),
      }),
  }),
  'framing/hidden-headers-are-ignored': generateCheck({
    rule: 'Ignores a header inside a continued line, after a lone CR or in a trailer.',
    ...wire('RFC 9112 5.2'),
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
  'framing/responses-in-order': serviceCheck({
    rule: 'Returns the responses to pipelined requests in order.',
    ...wire('RFC 9112 9.3.2'),
    needs: [],
    exclusive: true,
    run: async (context) => {
      const first = Buffer.from(context.target.encode(generateRequest('none')));
      const second = Buffer.from(context.target.encode({ method: 'GET', target: '/v1/nothing' }));
      const settings = { lingerMs };
      const exchange = await context.target.send({
        bytes: Buffer.concat([first, second]),
        settings,
      });
      const later = Buffer.from(exchange.response?.rest ?? []).toString('latin1');
      const next = /HTTP\/1\.[01] (\d{3})/.exec(later)?.[1];
      // A server may close the connection after the first response. Otherwise it must keep the order.
      if (next === undefined || exchange.response?.status !== 404 || next === '404')
        return undefined;
      const got = 'the response to the second request';
      return mismatch('the response to the first request first', got, [exchange]);
    },
  }),
  'framing/empty-line-before-a-request': acceptsEach(generateCheck, {
    rule: 'Ignores an empty line before a request.',
    ...decided('RFC 9112 2.2'),
    requests: (context) => ({
      // A server may close the connection, which loses no request.
      '': (token) =>
        altered(context, generateRequest(token), (text) => `\r\n${text}`, { lossAllowed: true }),
    }),
  }),
});

function rejects(
  rule: string,
  source: string,
  changes: Changes,
  basis: 'wire' | 'decided' = 'wire',
): UnnamedCheck {
  return serviceCheck({
    rule,
    basis,
    source,
    exclusive: true,
    run: async (context) => {
      const allowed = Object.entries(changes).filter(
        ([name]) => context.destructive || !exhausting.has(name),
      );
      return mustRejectChanges(context, await context.sessions.live(), Object.fromEntries(allowed));
    },
  });
}

// Werkzeug allocates what such a chunk claims, and never stops reading it. Sent only with `--destructive`.
const exhausting = new Set(['overflow']);

const inner = 'DELETE /v1/security/apikey/inner HTTP/1.1\r\nHost: inner.example\r\n\r\n';
const followed = (text: string) => text + inner;
const smuggle =
  (...lines: readonly string[]) =>
  (text: string) =>
    appendHeaderLines(...lines)(text).replace(/\r\n\r\n.*$/s, `\r\n\r\n0\r\n\r\n${inner}`);
