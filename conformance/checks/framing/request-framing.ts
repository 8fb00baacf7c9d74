import { hasResponse } from '../../check.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { SendSettings } from '../../http/request.ts';
import type { Failure } from '../../outcome.ts';
import {
  altered,
  appendHeaderLines,
  chunked,
  removeHeaderLine,
  respondsTwice,
} from '../support/requests/altered-requests.ts';
import { generateRequest } from '../support/requests/operation-requests.ts';
import { failures, mustBeRejected, mustSucceed } from '../support/responses/verdicts.ts';
import { defineCheck, type ServiceCheck, type ServiceContext } from '../support/service-context.ts';

type Changes = Readonly<Record<string, (text: string) => string>>;

// For an answer, which a refusal may do without; and for another one after it. A busy machine takes its time for both.
const timeoutMs = 3_000;
const lingerMs = 250;

const length = (value: string) => (text: string) =>
  appendHeaderLines(`Content-Length: ${value}`)(removeHeaderLine('Content-Length')(text));
const lengthOf = (text: string) => text.length - text.indexOf('\r\n\r\n') - 4;
const firstLine = (change: (line: string) => string) => (text: string) => {
  const end = text.indexOf('\r\n');
  return change(text.slice(0, end)) + text.slice(end);
};

const inner = 'DELETE /v1/security/apikey/inner HTTP/1.1\r\nHost: inner.example\r\n\r\n';
const followed = (text: string) => text + inner;

/** Requests that HTTP servers must refuse, since the next one on the way may read them otherwise. */
export const framingChecks: readonly ServiceCheck[] = [
  refused(
    'framing/one-host-header',
    'Rejects a request without a `Host` header, or with two of them.',
    'RFC 9112 3.2',
    {
      none: removeHeaderLine('Host'),
      two: appendHeaderLines('Host: other.example'),
      'two alike': (text) => appendHeaderLines(/\r\n(Host:[^\r]*)/i.exec(text)?.[1] ?? '')(text),
    },
  ),
  refused(
    'framing/space-before-colon',
    'Rejects a request with white space between a header name and its colon.',
    'RFC 9112 5.1',
    {
      blank: appendHeaderLines('X-Probe : a'),
      tab: appendHeaderLines('X-Probe\t: a'),
      'in Content-Length': (text) => text.replace(/Content-Length:/i, 'Content-Length :'),
    },
  ),
  refused('framing/conflicting-lengths', 'Rejects a request with two different lengths.', 'RFC 9112 6.3', {
    'the longer second': (text) => appendHeaderLines(`Content-Length: ${lengthOf(text) + 5}`)(text),
    'the shorter second': (text) => appendHeaderLines('Content-Length: 2')(text),
    'in one line': (text) => length(`${lengthOf(text)}, 2`)(text),
  }),
  refused(
    'framing/invalid-length',
    'Rejects a request whose `Content-Length` is not a valid number.',
    'RFC 9112 6.3',
    {
      sign: (text) => length(`+${lengthOf(text)}`)(text),
      negative: length('-1'),
      hexadecimal: (text) => length(`0x${lengthOf(text).toString(16)}`)(text),
      letters: (text) => length(`${lengthOf(text)}a`)(text),
      fraction: (text) => length(`${lengthOf(text)}.0`)(text),
      'two numbers': (text) => length(`${lengthOf(text)} ${lengthOf(text)}`)(text),
      'too large': length('99999999999999999999999'),
    },
  ),
  refused(
    'framing/unknown-transfer-coding',
    'Rejects a request whose last transfer coding is not chunked, or is unknown.',
    'RFC 9112 6.3',
    {
      unknown: (text) => chunked(text).replace('Encoding: chunked', 'Encoding: xchunked'),
      'chunked first': (text) => chunked(text).replace('Encoding: chunked', 'Encoding: chunked, gzip'),
      identity: (text) => chunked(text).replace('Encoding: chunked', 'Encoding: identity'),
      'letters before': (text) => chunked(text).replace('Encoding: chunked', 'Encoding: x chunked'),
    },
  ),
  refused('framing/malformed-chunks', 'Rejects a request with a malformed chunk.', 'RFC 9112 7.1', {
    'no number': (text) => chunked(text).replace(/\r\n\r\n[0-9a-f]+/, '\r\n\r\nzz'),
    negative: (text) => chunked(text).replace(/\r\n\r\n/, '\r\n\r\n-'),
    prefix: (text) => chunked(text).replace(/\r\n\r\n/, '\r\n\r\n0x'),
    overflow: (text) => chunked(text).replace(/\r\n\r\n([0-9a-f]+)/, '\r\n\r\n10000000000000000$1'),
    'no end of line': (text) => chunked(text).replace(/\}\r\n0/, '}0'),
  }),
  refused(
    'framing/malformed-request-line',
    'Rejects a request without a valid HTTP/1.1 request line.',
    'RFC 9112 3',
    {
      'no version': firstLine((line) => line.replace(/ HTTP.*$/, ' X')),
      'unknown version': firstLine((line) => line.replace('HTTP/1.1', 'HTTP/9.9')),
      'another protocol': firstLine((line) => line.replace('HTTP/1.1', 'HTTQ/1.1')),
      'a blank in the target': firstLine((line) => line.replace('/generate', '/gen erate')),
    },
    'decided',
  ),
  refused(
    'framing/invalid-header-name',
    'Rejects a request with an invalid header name.',
    'RFC 9110 5.1',
    {
      'no colon': appendHeaderLines('X-Probe'),
      empty: appendHeaderLines(': a'),
      'a blank inside': appendHeaderLines('X Probe: a'),
      brackets: appendHeaderLines('X[Probe]: a'),
    },
    'decided',
  ),
  defineCheck({
    id: 'framing/no-request-inside-a-request',
    rule: 'Returns only one response to a request that has both a length and a chunked body.',
    strength: 'standard',
    source: 'RFC 9112 6.3',
    run: async (context) => {
      const token = await context.sessions.live();
      const probes: Changes = {
        'chunked, and a length': (text) =>
          appendHeaderLines('Transfer-Encoding: chunked')(text).replace(
            /\r\n\r\n.*$/s,
            `\r\n\r\n0\r\n\r\n${inner}`,
          ),
        'in two lines': (text) =>
          appendHeaderLines(
            'Transfer-Encoding: chunked',
            'Transfer-Encoding: x',
          )(text).replace(/\r\n\r\n.*$/s, `\r\n\r\n0\r\n\r\n${inner}`),
        'a blank in the name': (text) =>
          appendHeaderLines('Transfer-Encoding : chunked')(text).replace(
            /\r\n\r\n.*$/s,
            `\r\n\r\n0\r\n\r\n${inner}`,
          ),
      };
      return requestsWithTwoResponses(context, token, probes);
    },
  }),
  defineCheck({
    id: 'framing/stops-after-ambiguous-length',
    rule: 'Stops reading a connection after a request whose end is ambiguous.',
    strength: 'standard',
    source: 'RFC 9112 6.3',
    needs: [],
    parallel: true,
    run: async (context) =>
      requestsWithTwoResponses(context, 'none', {
        'two lengths': (text) => followed(appendHeaderLines(`Content-Length: ${lengthOf(text) + 5}`)(text)),
        'no length': (text) => followed(length('x')(text)),
        'unknown coding': (text) => followed(chunked(text).replace('Encoding: chunked', 'Encoding: x')),
        identity: (text) => followed(chunked(text).replace('Encoding: chunked', 'Encoding: identity')),
        'broken chunk': (text) => followed(chunked(text).replace(/\r\n\r\n[0-9a-f]+/, '\r\n\r\nzz')),
      }),
  }),
  defineCheck({
    id: 'framing/hidden-headers-are-ignored',
    rule: 'Ignores a header inside a continued line, after a lone CR or in a trailer.',
    strength: 'standard',
    source: 'RFC 9112 5.2',
    operation: 'generateApiKey',
    run: async (context) => {
      const token = await context.sessions.live();
      const hidden = `Authorization: Bearer ${token}`;
      return accepted(context, undefined, {
        'continued with a blank': appendHeaderLines('X-Probe: a', ` ${hidden}`),
        'continued with a tab': appendHeaderLines('X-Probe: a', `\t${hidden}`),
        'behind a CR': appendHeaderLines(`X-Probe: a\r${hidden}`),
        'in a trailer': (text) => chunked(text).replace(/0\r\n\r\n$/, `0\r\n${hidden}\r\n\r\n`),
      });
    },
  }),
  defineCheck({
    id: 'framing/responses-in-order',
    rule: 'Returns the responses to pipelined requests in order.',
    strength: 'standard',
    source: 'RFC 9112 9.3.2',
    needs: [],
    parallel: true,
    run: async (context) => {
      const first = Buffer.from(context.target.encode(generateRequest('none')));
      const second = Buffer.from(context.target.encode({ method: 'GET', target: '/v1/nothing' }));
      const settings = { lingerMs };
      const exchange = await context.target.send({ bytes: Buffer.concat([first, second]), settings });
      const later = Buffer.from(exchange.response?.rest ?? []).toString('latin1');
      const next = /HTTP\/1\.[01] (\d{3})/.exec(later)?.[1];
      // A server may close after the first answer; one that goes on must not mix them up.
      if (next === undefined || exchange.response?.status !== 404 || next === '404') return undefined;
      return {
        expected: 'the answer to the first request first',
        got: 'that to the second',
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

function refused(
  id: string,
  rule: string,
  source: string,
  changes: Changes,
  strength: 'standard' | 'decided' = 'standard',
): ServiceCheck {
  return defineCheck({
    id,
    rule,
    strength,
    source,
    run: async (context) => accepted(context, await context.sessions.live(), changes),
  });
}

/** The changed requests that succeeded all the same. To close without an answer is to refuse as well. */
async function accepted(
  context: ServiceContext,
  token: string | undefined,
  changes: Changes,
): Promise<readonly Failure[]> {
  const found = Object.entries(changes).map(async ([key, change]) => {
    const exchange = await send(context, token, change, { timeoutMs, endAfterSending: true });
    return hasResponse(exchange) ? mustBeRejected(context, exchange, { key }) : undefined;
  });
  return failures(await Promise.all(found));
}

async function requestsWithTwoResponses(
  context: ServiceContext,
  token: string,
  changes: Changes,
): Promise<readonly Failure[]> {
  const found = Object.entries(changes).map(async ([key, change]) => {
    const exchange = await send(context, token, change, { timeoutMs, lingerMs });
    if (!respondsTwice(exchange)) return undefined;
    return { expected: 'one answer', got: 'an answer to what stood inside', exchanges: [exchange], key };
  });
  return failures(await Promise.all(found));
}

function send(
  context: ServiceContext,
  token: string | undefined,
  change: (text: string) => string,
  settings: SendSettings,
): Promise<Exchange> {
  return context.target.send(altered(context, generateRequest(token), change, settings));
}
