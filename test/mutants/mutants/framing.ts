import { type Behaviour, isRefusal } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { toBytes } from '../model/create-model.ts';
import { each, type Mutants } from '../mutant.ts';

const behindProxy = (proxy: (text: string) => string): Partial<Behaviour> => ({ proxy });
const bodyOf = (text: string) => text.slice(text.indexOf('\r\n\r\n') + 4);

/** Replaces the stated length with the real length of the body. */
function relabelled(text: string): string {
  const head = text
    .slice(0, text.indexOf('\r\n\r\n'))
    .replace(/\r\n(?:content-length|transfer-encoding)\s*:[^\r]*/gi, '');
  return `${head}\r\nContent-Length: ${bodyOf(text).length}\r\n\r\n${bodyOf(text)}`;
}

export const framingMutants: Mutants = {
  'framing/one-host-header: accepts a request without Host': {
    isWellFramed: (request) => request.headerAll('host').length <= 1,
  },
  'framing/one-host-header: uses the first of two Hosts': {
    isWellFramed: (request) => request.headerAll('host').length >= 1,
  },
  ...each(behindProxy, {
    'framing/space-before-colon: ignores white space before a colon': (text) =>
      text.replace(/^(X-Probe|Content-Length)[ \t]+:/im, '$1:'),
    'framing/conflicting-lengths: uses one of two lengths': (text) =>
      (text.match(/^content-length:/gim) ?? []).length > 1 ? relabelled(text) : text,
    'framing/invalid-length: reads the number at the start of a length': (text) =>
      /^content-length: \d+[^\d\r]/im.test(text) ? relabelled(text) : text,
    'framing/unknown-transfer-coding: reads every transfer coding as chunked': (text) =>
      text.replace(/^transfer-encoding: \S.*$/im, 'Transfer-Encoding: chunked'),
    'framing/malformed-chunks: ignores the size of a chunk': (text) =>
      text.replace(
        /\r\n\r\nzz\r\n(\{.*?\})/s,
        (_whole, body: string) => `\r\n\r\n${body.length.toString(16)}\r\n${body}`,
      ),
    'framing/malformed-request-line: ignores the version': (text) =>
      text.replace(/^(\S+ \S+) HTTP\/9\.9/, '$1 HTTP/1.1'),
    'framing/invalid-header-name: ignores lines that are not headers': (text) =>
      text.replace(/\r\nX-Probe\r\n/, '\r\n'),
    'framing/no-request-inside-a-request: uses the length of a chunked body': (text) =>
      /^transfer-encoding: chunked\r\n[\s\S]*\r\n0\r\n\r\n/im.test(text)
        ? text.replace(/content-length:[^\r]*\r\n/i, '')
        : text,
    'framing/stops-after-ambiguous-length: continues after a request with an ambiguous end': (
      text,
    ) => {
      const at = text.indexOf('DELETE /v1/security/apikey/inner');
      return at > 0 ? `GET /v1/nothing HTTP/1.1\r\nHost: a\r\n\r\n${text.slice(at)}` : text;
    },
    'framing/hidden-headers-are-ignored: reads a continued line as a header': (text) =>
      text.replace(/\r\n[ \t]+authorization:/i, '\r\nAuthorization:'),
    'framing/hidden-headers-are-ignored: reads a CR as the end of a line': (text) =>
      text.replace(/([^\n])\r(?!\n)/g, '$1\r\n'),
    'framing/responses-in-order: responds to the second request first': (text) => {
      const at = text.indexOf('GET /v1/nothing', 1);
      return at > 0 ? text.slice(at) + text.slice(0, at) : text;
    },
    'framing/empty-line-before-a-request: fails for an empty line before a request': (text) =>
      text.startsWith('\r\n') ? `!${text}` : text,
  }),
  'framing/hidden-headers-are-ignored: merges a trailer into the head': {
    bearerOf: (state, request) => {
      const trailer = request.message.trailers.authorization;
      return trailer === undefined
        ? correct.bearerOf(state, request)
        : { token: trailer.replace(/^Bearer /, '') };
    },
  },
  ...each(writtenRaw, {
    'framing/response-head-is-well-formed: folds a response header': (text) =>
      text.replace('Cache-Control: no-store', 'Cache-Control:\r\n no-store'),
    'framing/response-headers-occur-once: sends its content type twice': (text) =>
      text.replace('Content-Type:', 'Content-Type: text/html\r\nContent-Type:'),
    'framing/response-length: states a longer length than it sends': (text) =>
      text.replace(
        /Content-Length: (\d+)/,
        (_whole, length) => `Content-Length: ${Number(length) + 5}`,
      ),
    'framing/response-length: states a shorter length than it sends': (text) =>
      text.replace(/\}$/, '} '),
    'framing/no-forbidden-body: sends a body in response to HEAD': (text) => text,
  }),
  'framing/no-injected-header: copies a description into a header': {
    checkGenerate: (value) => {
      const { description } = Object(value);
      const checked = correct.checkGenerate(value);
      return typeof description === 'string' && isRefusal(checked)
        ? { ...checked, headers: { 'X-Description': description } }
        : checked;
    },
    ...writtenRaw((text) => text),
  },
};

/** Changes responses as text, writes them without Node, which would reject some of them, and closes the connection. */
function writtenRaw(change: (text: string) => string): Partial<Behaviour> {
  return {
    write: (_state, response, reply) => {
      const written = Buffer.from(toBytes(reply)).toString('latin1');
      const closing = /^connection:/im.test(written)
        ? written
        : written.replace('\r\n', '\r\nConnection: close\r\n');
      response.socket?.end(Buffer.from(change(closing), 'latin1'));
    },
  };
}
