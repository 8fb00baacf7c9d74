import { correct } from '../model/correct.ts';
import { toBytes } from '../model/create-model.ts';
import { isRefusal } from '../model/outcome.ts';
import type { Mutant } from '../mutant.ts';
import { withOtherTraffic } from './other-traffic.ts';

type Front = (text: string) => string;

const behindProxy = (proxy: Front): Mutant['overrides'] => ({ proxy });
const bodyOf = (text: string) => text.slice(text.indexOf('\r\n\r\n') + 4);

/** Replaces the stated length with the real length of the body. */
function relabelled(text: string): string {
  const head = text
    .slice(0, text.indexOf('\r\n\r\n'))
    .replace(/\r\n(?:content-length|transfer-encoding)\s*:[^\r]*/gi, '');
  return `${head}\r\nContent-Length: ${bodyOf(text).length}\r\n\r\n${bodyOf(text)}`;
}

const plainMutants: readonly Mutant[] = [
  {
    name: 'accepts a request without Host',
    killedBy: 'framing/one-host-header',
    overrides: { isWellFramed: (request) => request.headerAll('host').length <= 1 },
  },
  {
    name: 'uses the first of two Hosts',
    killedBy: 'framing/one-host-header',
    overrides: { isWellFramed: (request) => request.headerAll('host').length >= 1 },
  },
  {
    name: 'ignores white space before a colon',
    killedBy: 'framing/space-before-colon',
    overrides: behindProxy((text) => text.replace(/^(X-Probe|Content-Length)[ \t]+:/im, '$1:')),
  },
  {
    name: 'uses one of two lengths',
    killedBy: 'framing/conflicting-lengths',
    overrides: behindProxy((text) =>
      (text.match(/^content-length:/gim) ?? []).length > 1 ? relabelled(text) : text,
    ),
  },
  {
    name: 'reads the number at the start of a length',
    killedBy: 'framing/invalid-length',
    overrides: behindProxy((text) => (/^content-length: \d+[^\d\r]/im.test(text) ? relabelled(text) : text)),
  },
  {
    name: 'reads every transfer coding as chunked',
    killedBy: 'framing/unknown-transfer-coding',
    overrides: behindProxy((text) =>
      text.replace(/^transfer-encoding: \S.*$/im, 'Transfer-Encoding: chunked'),
    ),
  },
  {
    name: 'ignores the size of a chunk',
    killedBy: 'framing/malformed-chunks',
    overrides: behindProxy((text) =>
      text.replace(
        /\r\n\r\nzz\r\n(\{.*?\})/s,
        (_whole, body: string) => `\r\n\r\n${body.length.toString(16)}\r\n${body}`,
      ),
    ),
  },
  {
    name: 'ignores the version',
    killedBy: 'framing/malformed-request-line',
    overrides: behindProxy((text) => text.replace(/^(\S+ \S+) HTTP\/9\.9/, '$1 HTTP/1.1')),
  },
  {
    name: 'ignores lines that are not headers',
    killedBy: 'framing/invalid-header-name',
    overrides: behindProxy((text) => text.replace(/\r\nX-Probe\r\n/, '\r\n')),
  },
  {
    name: 'uses the length of a chunked body',
    killedBy: 'framing/no-request-inside-a-request',
    overrides: behindProxy((text) =>
      /^transfer-encoding: chunked\r\n[\s\S]*\r\n0\r\n\r\n/im.test(text)
        ? text.replace(/content-length:[^\r]*\r\n/i, '')
        : text,
    ),
  },
  {
    name: 'continues after a request with an ambiguous end',
    killedBy: 'framing/stops-after-ambiguous-length',
    overrides: behindProxy((text) => {
      const at = text.indexOf('DELETE /v1/security/apikey/inner');
      return at > 0 ? `GET /v1/nothing HTTP/1.1\r\nHost: a\r\n\r\n${text.slice(at)}` : text;
    }),
  },
  {
    name: 'reads a continued line as a header',
    killedBy: 'framing/hidden-headers-are-ignored',
    overrides: behindProxy((text) => text.replace(/\r\n[ \t]+authorization:/i, '\r\nAuthorization:')),
  },
  {
    name: 'reads a CR as the end of a line',
    killedBy: 'framing/hidden-headers-are-ignored',
    overrides: behindProxy((text) => text.replace(/([^\n])\r(?!\n)/g, '$1\r\n')),
  },
  {
    name: 'merges a trailer into the head',
    killedBy: 'framing/hidden-headers-are-ignored',
    overrides: {
      bearerOf: (world, request) => {
        const trailer = request.message.trailers.authorization;
        return trailer === undefined
          ? correct.bearerOf(world, request)
          : { token: trailer.replace(/^Bearer /, '') };
      },
    },
  },
  {
    name: 'responds to the second request first',
    killedBy: 'framing/responses-in-order',
    overrides: behindProxy((text) => {
      const at = text.indexOf('GET /v1/nothing', 1);
      return at > 0 ? text.slice(at) + text.slice(0, at) : text;
    }),
  },
  {
    name: 'fails for an empty line before a request',
    killedBy: 'framing/empty-line-before-a-request',
    overrides: behindProxy((text) => (text.startsWith('\r\n') ? `!${text}` : text)),
  },
  {
    name: 'folds a response header',
    killedBy: 'framing/response-head-is-well-formed',
    overrides: writtenRaw((text) => text.replace('Cache-Control: no-store', 'Cache-Control:\r\n no-store')),
  },
  {
    name: 'sends its content type twice',
    killedBy: 'framing/response-headers-occur-once',
    overrides: writtenRaw((text) =>
      text.replace('Content-Type:', 'Content-Type: text/html\r\nContent-Type:'),
    ),
  },
  {
    name: 'states a longer length than it sends',
    killedBy: 'framing/response-length',
    overrides: writtenRaw((text) =>
      text.replace(/Content-Length: (\d+)/, (_whole, length) => `Content-Length: ${Number(length) + 5}`),
    ),
  },
  {
    name: 'states a shorter length than it sends',
    killedBy: 'framing/response-length',
    overrides: writtenRaw((text) => text.replace(/\}$/, '} ')),
  },
  {
    name: 'sends a body in response to HEAD',
    killedBy: 'framing/no-forbidden-body',
    overrides: writtenRaw((text) => text),
  },
  {
    name: 'copies a description into a header',
    killedBy: 'framing/no-injected-header',
    overrides: {
      checkGenerate: (value) => {
        const { description } = Object(value);
        const checked = correct.checkGenerate(value);
        return typeof description === 'string' && isRefusal(checked)
          ? { ...checked, headers: { 'X-Description': description } }
          : checked;
      },
      ...writtenRaw((text) => text),
    },
  },
  {
    name: 'decodes the path into a header',
    killedBy: 'framing/no-injected-header',
    overrides: {
      headers: (world, outcome, request) => ({
        ...correct.headers(world, outcome, request),
        ...(request?.target.includes('%0D%0A') && { 'X-Path': decodeURIComponent(request.path) }),
      }),
      ...writtenRaw((text) => text),
    },
  },
];

export const framingMutants = plainMutants.map(withOtherTraffic);

/** Changes responses as text, writes them without Node, which would reject some of them, and closes the connection. */
function writtenRaw(change: (text: string) => string): Mutant['overrides'] {
  return {
    write: (_world, response, reply) => {
      const written = Buffer.from(toBytes(reply)).toString('latin1');
      const closing = /^connection:/im.test(written)
        ? written
        : written.replace('\r\n', '\r\nConnection: close\r\n');
      const text = change(closing);
      response.socket?.end(Buffer.from(text, 'latin1'));
    },
  };
}
