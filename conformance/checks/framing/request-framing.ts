import { appendHeaderLines, chunked, removeHeaderLine } from '../support/requests/altered-requests.ts';
import { defineCheck, type ServiceCheck } from '../support/service-context.ts';
import { type Changes, lengthOf, mustRejectChanges, withLength } from './send-altered.ts';

const firstLine = (change: (line: string) => string) => (text: string) => {
  const end = text.indexOf('\r\n');
  return change(text.slice(0, end)) + text.slice(end);
};

/** Requests that a server must reject, because another server on the way may read them differently. */
export const framingChecks: readonly ServiceCheck[] = [
  rejects(
    'framing/one-host-header',
    'Rejects a request without a `Host` header, or with two of them.',
    'RFC 9112 3.2',
    {
      none: removeHeaderLine('Host'),
      two: appendHeaderLines('Host: other.example'),
      'two equal': (text) => appendHeaderLines(/\r\n(Host:[^\r]*)/i.exec(text)?.[1] ?? '')(text),
    },
  ),
  rejects(
    'framing/space-before-colon',
    'Rejects a request with white space between a header name and its colon.',
    'RFC 9112 5.1',
    {
      space: appendHeaderLines('X-Probe : a'),
      tab: appendHeaderLines('X-Probe\t: a'),
      'in Content-Length': (text) => text.replace(/Content-Length:/i, 'Content-Length :'),
    },
  ),
  rejects('framing/conflicting-lengths', 'Rejects a request with two different lengths.', 'RFC 9112 6.3', {
    'the longer second': (text) => appendHeaderLines(`Content-Length: ${lengthOf(text) + 5}`)(text),
    'the shorter second': (text) => appendHeaderLines('Content-Length: 2')(text),
    'in one line': (text) => withLength(`${lengthOf(text)}, 2`)(text),
  }),
  rejects(
    'framing/invalid-length',
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
  rejects(
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
  rejects('framing/malformed-chunks', 'Rejects a request with a malformed chunk.', 'RFC 9112 7.1', {
    'no number': (text) => chunked(text).replace(/\r\n\r\n[0-9a-f]+/, '\r\n\r\nzz'),
    negative: (text) => chunked(text).replace(/\r\n\r\n/, '\r\n\r\n-'),
    prefix: (text) => chunked(text).replace(/\r\n\r\n/, '\r\n\r\n0x'),
    overflow: (text) => chunked(text).replace(/\r\n\r\n([0-9a-f]+)/, '\r\n\r\n10000000000000000$1'),
    'no end of line': (text) => chunked(text).replace(/\}\r\n0/, '}0'),
  }),
  rejects(
    'framing/malformed-request-line',
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
  rejects(
    'framing/invalid-header-name',
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
];

function rejects(
  id: string,
  rule: string,
  source: string,
  changes: Changes,
  strength: 'wire' | 'decided' = 'wire',
): ServiceCheck {
  return defineCheck({
    id,
    rule,
    strength,
    source,
    exclusive: true,
    run: async (context) => mustRejectChanges(context, await context.sessions.live(), changes),
  });
}
