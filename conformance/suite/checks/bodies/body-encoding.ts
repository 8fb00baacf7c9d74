import { gzipSync } from 'node:zlib';
import { decided, shown, skipCheck, standard, wire } from '../../../engine/index.ts';
import { findLoginDemand } from '../login/login-demands.ts';
import { twoLogins } from '../login/login-result.ts';
import { altered, chunked } from '../support/requests/altered-requests.ts';
import {
  bearer,
  generateRequest,
  loginRequest,
  plainDescription,
  type RequestExtras,
} from '../support/requests/operation-requests.ts';
import {
  generateCheck,
  type ServiceContext,
  serviceCheck,
  serviceChecks,
} from '../support/service-context.ts';
import { acceptsEach, rejectsEach, variations, variationsOf } from '../support/variations.ts';

const json = JSON.stringify({ description: plainDescription });

const wrongTypes: Readonly<Record<string, string | undefined>> = {
  none: undefined,
  empty: '',
  text: 'text/plain',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=a',
  xml: 'application/xml',
  'another JSON': 'application/vnd.api+json',
  'JSON at its beginning': 'application/jsonp',
  'JSON at its end': 'text/plain, application/json',
  'JSON in a parameter': 'text/plain; a=application/json',
  bytes: 'application/octet-stream',
  'charset of Latin-1': 'application/json; charset=iso-8859-1',
  'charset of UTF-16': 'application/json; charset=utf-16',
};

const withType = (token: string, type: string | undefined) => ({
  ...generateRequest(token),
  headers: [...bearer(token), ...(type === undefined ? [] : [['Content-Type', type] as const])],
});

export const mediaChecks = serviceChecks(decided('errors'), {
  'bodies/other-media-types-are-415': rejectsEach(generateCheck, {
    rule: 'Returns 415 for any content type except application/json in UTF-8.',
    code: [415, 'unsupported_media_type'],
    requests: (token) => variations(wrongTypes, (type) => withType(token, type)),
  }),
  'bodies/compressed-body-is-415': rejectsEach(generateCheck, {
    rule: 'Returns 415 for a compressed body.',
    ...decided('limits'),
    code: [415, 'unsupported_media_type'],
    requests: (token) =>
      variationsOf(['gzip', 'deflate', 'br'], (coding) => ({
        ...generateRequest(token, undefined, { headers: [['Content-Encoding', coding]] }),
        body: coding === 'gzip' ? gzipSync(json) : json,
      })),
  }),
  'bodies/json-is-accepted': serviceCheck({
    rule: 'Accepts a JSON body with the header `Content-Type: application/json`.',
    ...shown('4'),
    exclusive: true,
    run: async (context) => {
      const rejected = context.mustSucceed((await twoLogins(context)).first, 'login');
      if (rejected === undefined) {
        const type = 'application/json';
        const exchange = await context.sessions.as('account', (token) => withType(token, type));
        return context.mustSucceed(exchange, type);
      }
      // Other checks report a rejection with another cause.
      const { header } = await findLoginDemand(context);
      return header === 'charset'
        ? rejected
        : skipCheck('the server accepts no login of the account');
    },
  }),
  'bodies/media-type-ignores-case': acceptsEach(generateCheck, {
    rule: 'Accepts application/json in any letter case, with or without charset=utf-8.',
    ...standard('RFC 9110 8.3.1'),
    requests: () =>
      variationsOf(
        [
          'APPLICATION/JSON',
          'Application/Json',
          'application/json;charset=utf-8',
          'application/json; charset=UTF-8',
        ],
        (type) => (token) => withType(token, type),
      ),
  }),
  'bodies/chunked-body': acceptsEach(generateCheck, {
    rule: 'Accepts a body in the chunked transfer coding.',
    ...wire('RFC 9112 7.1'),
    cost: { logins: 1, failures: 0 },
    requests: (context) => ({
      // A server that throws the body away still generates a key, but nobody logs in without one.
      'of a login': () => altered(context, loginOf(context), chunked),
      ...variations(
        {
          'one chunk': chunked,
          'many chunks': (text: string) =>
            chunked(text).replace(/\r\n\r\n.*$/s, `\r\n\r\n${inChunksOf(json, 5)}`),
          'an extension': (text: string) =>
            chunked(text).replace(/\r\n\r\n([0-9a-f]+)\r\n/, '\r\n\r\n$1;name=value\r\n'),
        },
        (change) => (token: string) => altered(context, generateRequest(token), change),
      ),
    }),
  }),
  'bodies/body-in-parts': acceptsEach(generateCheck, {
    rule: 'Accepts a request in several parts, wherever it is split.',
    ...standard('RFC 9112 6'),
    requests: ({ target }) =>
      variations(
        {
          'in the body': (length: number) => length - 8,
          'before the body': (length: number) => length - json.length,
          'in the head': () => 30,
        },
        (place) => (token) => {
          const request = generateRequest(token);
          const pause = { afterBytes: place(target.encode(request).length), ms: 40 };
          return { ...request, settings: { ...request.settings, fresh: true, pause } };
        },
      ),
  }),
  'bodies/expect-100-continue': acceptsEach(generateCheck, {
    rule: 'Accepts a request with `Expect: 100-continue` whose body follows immediately.',
    ...wire('RFC 9110 10.1.1'),
    cost: { logins: 1, failures: 0 },
    requests: (context) => {
      const more = { headers: [['Expect', '100-continue']], settings: { fresh: true } } as const;
      return {
        'of a generation': (token) => generateRequest(token, undefined, more),
        'of a login': () => loginOf(context, more),
      };
    },
  }),
});

function loginOf(context: ServiceContext, extra?: RequestExtras) {
  const { identity, password } = context.account();
  return loginRequest({ identity, password }, extra);
}

function inChunksOf(text: string, size: number): string {
  const parts = text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
  return `${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`;
}
