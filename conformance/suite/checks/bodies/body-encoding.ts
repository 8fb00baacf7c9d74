import { gzipSync } from 'node:zlib';
import { decided, shown, standard, wire } from '../../../engine/basis.ts';
import type { Header } from '../../../engine/http/request.ts';
import { skipCheck } from '../../../engine/outcome.ts';
import { findLoginDemand } from '../login/login-demands.ts';
import { twoLogins } from '../login/login-result.ts';
import { altered, chunked } from '../support/requests/altered-requests.ts';
import { bearer, generateRequest, plainDescription } from '../support/requests/operation-requests.ts';
import { judgeAll, judgeInTurn, mustHaveCode, mustSucceed } from '../support/responses/verdicts.ts';
import {
  defineCheck,
  generateCheck,
  type ServiceCheck,
  type ServiceContext,
} from '../support/service-context.ts';

const json = JSON.stringify({ description: plainDescription });

const wrongTypes: Readonly<Record<string, readonly Header[]>> = {
  none: [],
  empty: [['Content-Type', '']],
  text: [['Content-Type', 'text/plain']],
  form: [['Content-Type', 'application/x-www-form-urlencoded']],
  multipart: [['Content-Type', 'multipart/form-data; boundary=a']],
  xml: [['Content-Type', 'application/xml']],
  'another JSON': [['Content-Type', 'application/vnd.api+json']],
  'JSON at its beginning': [['Content-Type', 'application/jsonp']],
  'JSON at its end': [['Content-Type', 'text/plain, application/json']],
  'JSON in a parameter': [['Content-Type', 'text/plain; a=application/json']],
  bytes: [['Content-Type', 'application/octet-stream']],
  'charset of Latin-1': [['Content-Type', 'application/json; charset=iso-8859-1']],
  'charset of UTF-16': [['Content-Type', 'application/json; charset=utf-16']],
};

/** Content type, content coding and transfer of bodies. */
export const mediaChecks: readonly ServiceCheck[] = [
  generateCheck({
    id: 'bodies/other-media-types-are-415',
    rule: 'Returns 415 for a body whose content type is not application/json in UTF-8.',
    ...decided('errors'),
    run: async (context) => {
      const token = await context.sessions.live();
      return judgeAll(Object.entries(wrongTypes), async ([key, headers]) => {
        const request = { ...generateRequest(token), headers: [...bearer(token), ...headers] };
        return mustHaveCode(context, await context.call(request), 415, 'unsupported_media_type', key);
      });
    },
  }),
  generateCheck({
    id: 'bodies/compressed-body-is-415',
    rule: 'Returns 415 for a compressed body.',
    ...decided('limits'),
    run: async (context) => {
      const token = await context.sessions.live();
      const codings = { gzip: gzipSync(json), deflate: Buffer.from(json), br: Buffer.from(json) };
      return judgeAll(Object.entries(codings), async ([coding, body]) => {
        const request = generateRequest(token, undefined, { headers: [['Content-Encoding', coding]] });
        return mustHaveCode(
          context,
          await context.call({ ...request, body }),
          415,
          'unsupported_media_type',
          coding,
        );
      });
    },
  }),
  defineCheck({
    id: 'bodies/json-is-accepted',
    rule: 'Accepts a JSON body with the header `Content-Type: application/json`.',
    ...shown('4'),
    exclusive: true,
    run: async (context) => {
      const rejected = mustSucceed(context, (await twoLogins(context)).first, 'login');
      if (rejected === undefined) return acceptTypes(context, ['application/json']);
      // Other checks report a rejection with another cause.
      const { header } = await findLoginDemand(context);
      return header === 'charset' ? rejected : skipCheck('the server accepts no login of the account');
    },
  }),
  generateCheck({
    id: 'bodies/media-type-ignores-case',
    rule: 'Accepts application/json in any letter case, with or without charset=utf-8.',
    ...standard('RFC 9110 8.3.1'),
    run: (context) =>
      acceptTypes(context, [
        'APPLICATION/JSON',
        'Application/Json',
        'application/json;charset=utf-8',
        'application/json; charset=UTF-8',
      ]),
  }),
  generateCheck({
    id: 'bodies/chunked-body',
    rule: 'Accepts a body in the chunked transfer coding.',
    ...wire('RFC 9112 7.1'),
    run: async (context) => {
      const small = (text: string) => chunked(text).replace(/\r\n\r\n.*$/s, `\r\n\r\n${inChunksOf(json, 5)}`);
      const extended = (text: string) =>
        chunked(text).replace(/\r\n\r\n([0-9a-f]+)\r\n/, '\r\n\r\n$1;name=value\r\n');
      return judgeInTurn(
        Object.entries({
          'one chunk': chunked,
          'many chunks': small,
          'an extension': extended,
        }),
        async ([key, change]) => {
          const exchange = await context.sessions.as('account', (token) =>
            altered(context, generateRequest(token), change),
          );
          return mustSucceed(context, exchange, key);
        },
      );
    },
  }),
  generateCheck({
    id: 'bodies/body-in-parts',
    rule: 'Accepts a request that arrives in several parts, wherever it is split.',
    ...standard('RFC 9112 6'),
    run: async (context) => {
      const cut = (token: string, place: (length: number) => number) => {
        const request = generateRequest(token);
        const pause = { afterBytes: place(context.target.encode(request).length), ms: 40 };
        return { ...request, settings: { ...request.settings, fresh: true, pause } };
      };
      const places = {
        'in the body': (length: number) => length - 8,
        'before the body': (length: number) => length - json.length,
        'in the head': () => 30,
      };
      // In sequence, because a server may allow only one key per user.
      return judgeInTurn(Object.entries(places), async ([key, place]) => {
        const exchange = await context.sessions.as('account', (token) => cut(token, place));
        return mustSucceed(context, exchange, key);
      });
    },
  }),
  generateCheck({
    id: 'bodies/expect-100-continue',
    rule: 'Accepts a request with `Expect: 100-continue` whose body follows immediately.',
    ...wire('RFC 9110 10.1.1'),
    run: async (context) => {
      const exchange = await context.sessions.as('account', (token) =>
        generateRequest(token, undefined, {
          headers: [['Expect', '100-continue']],
          settings: { fresh: true },
        }),
      );
      return mustSucceed(context, exchange);
    },
  }),
];

/** Generates a key with each of these content types. */
async function acceptTypes(context: ServiceContext, types: readonly string[]) {
  return judgeInTurn(types, async (type) => {
    const exchange = await context.sessions.as('account', (token) => ({
      ...generateRequest(token),
      headers: [...bearer(token), ['Content-Type', type]],
    }));
    return mustSucceed(context, exchange, type);
  });
}

function inChunksOf(text: string, size: number): string {
  const parts = text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
  return `${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`;
}
