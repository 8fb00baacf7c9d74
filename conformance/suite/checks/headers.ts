import { decided, type Failure, notJudged, observed, safety, standard, wire } from '../../engine/index.ts';
import {
  everyResponse,
  failureOf,
  type Inspection,
  type ReceivedResponse,
  responseChecks,
  type UnnamedResponseCheck,
} from './support/responses/every-response.ts';
import { dataOf, statusOf } from './support/responses/service-response.ts';

/** Headers of every response. */
export const headerResponseChecks = responseChecks({
  'headers/no-store': everyResponse({
    rule: 'Sends `Cache-Control: no-store` with every response.',
    ...decided('response-headers'),
    inspect: (received) => {
      const value = received.exchange.response.headerAll('cache-control').join(', ');
      return /(^|,)\s*no-store\s*(,|$)/i.test(value)
        ? undefined
        : failureOf(received, 'no-store', value || 'none');
    },
  }),
  'headers/nosniff': everyResponse({
    rule: 'Sends `X-Content-Type-Options: nosniff` with every response.',
    ...decided('response-headers'),
    inspect: (received) => {
      const value = received.exchange.response.header('x-content-type-options');
      return value?.toLowerCase() === 'nosniff' ? undefined : failureOf(received, 'nosniff', value ?? 'none');
    },
  }),
  'headers/secrets-are-not-shared': everyResponse({
    rule: 'Sends a token or a key with neither `public` nor `s-maxage`, which let shared caches store it.',
    ...safety('RFC 9111 5.2.2'),
    inspect: (received) => {
      const { access_token, api_key } = dataOf(received.exchange);
      if (access_token === undefined && api_key === undefined) return notJudged;
      const value = received.exchange.response.headerAll('cache-control').join(', ');
      const isShared = /\b(?:public|s-maxage)\b/i.test(value) && !/\b(?:no-store|private)\b/i.test(value);
      return isShared ? failureOf(received, 'no-store', value) : undefined;
    },
  }),
  'headers/no-x-powered-by': sendsNo('Sends no `X-Powered-By` header.', /^x-powered-by$/i),
  'headers/no-cookies': sendsNo('Sends no cookies.', /^set-cookie2?$/i),
  'headers/no-cors': sendsNo(
    'Sends no CORS headers, unless the operator allows origins.',
    /^access-control-/i,
  ),
  'headers/server-without-version': everyResponse({
    rule: 'Sends no version in the `Server` header.',
    ...observed('response-headers'),
    inspect: (received) => {
      const value = received.exchange.response.header('server');
      if (value === undefined) return notJudged;
      return /\d/.test(value) ? failureOf(received, 'no version', value) : undefined;
    },
  }),
  'headers/date': everyResponse({
    rule: 'Sends a valid `Date` header with every response.',
    ...wire('RFC 9110 6.6.1'),
    inspect: (received) => {
      const { request, response } = received.exchange;
      // Servers often reject an unreadable request at a lower layer, without a date. 5xx responses need none.
      if (request.raw || response.status >= 500) return notJudged;
      const value = response.header('date');
      if (value !== undefined && !Number.isNaN(Date.parse(value))) return undefined;
      return failureOf(received, 'a date', value === undefined ? 'none' : 'an invalid date');
    },
  }),
});

/** Headers of responses with a certain status. */
export const statusHeaderResponseChecks = responseChecks({
  'headers/challenge-with-401': onStatus(401, {
    rule: 'Sends a `WWW-Authenticate` challenge with HTTP 401.',
    ...standard('RFC 9110 11.6.1'),
    inspect: (received) => {
      const value = challenge(received);
      return /^[\w!#$%&'*+.^`|~-]+/.test(value)
        ? undefined
        : failureOf(received, 'a challenge', value || 'none', ofKeyOperation(received));
    },
  }),
  'headers/bearer-challenge': onStatus(401, {
    rule: 'Sends the scheme Bearer in the challenge of a key operation.',
    ...standard('RFC 6750 3'),
    inspect: (received) => {
      const value = challenge(received);
      if (!isKeyOperation(received) || value === '') return notJudged;
      if (/(^|,)\s*bearer\b/i.test(value)) return undefined;
      return failureOf(received, 'Bearer …', value);
    },
  }),
  'headers/challenge-realm': onStatus(401, {
    rule: 'Sends the realm "account" in every challenge.',
    ...decided('errors'),
    inspect: (received) => {
      const value = challenge(received);
      if (value === '') return notJudged;
      return /\brealm="account"/i.test(value) ? undefined : failureOf(received, 'realm="account"', value);
    },
  }),
  'headers/login-challenge': onStatus(401, {
    rule: 'Sends the scheme Login in the challenge of a login, so that browsers show no password dialog.',
    ...decided('errors'),
    inspect: (received) => {
      const value = challenge(received);
      if (received.operation !== 'login' || value === '') return notJudged;
      if (/^login\b/i.test(value)) return undefined;
      return failureOf(received, 'Login realm="account"', value);
    },
  }),
  'headers/allow-with-405': onStatus(405, {
    rule: 'Sends an `Allow` header with HTTP 405.',
    ...standard('RFC 9110 15.5.6'),
    inspect: (received) =>
      received.exchange.response.header('allow') === undefined
        ? failureOf(received, 'Allow', 'none')
        : undefined,
  }),
  'headers/accept-post-with-415': onStatus(415, {
    rule: 'Sends an `Accept-Post` header that names application/json with HTTP 415.',
    ...decided('errors'),
    inspect: (received) => {
      const value = received.exchange.response.header('accept-post') ?? '';
      return value.includes('application/json')
        ? undefined
        : failureOf(received, 'application/json', value || 'none');
    },
  }),
  'headers/retry-after-with-429': onStatus(429, {
    rule: 'Sends a `Retry-After` header with HTTP 429.',
    ...observed('limits'),
    inspect: (received) => {
      const value = received.exchange.response.header('retry-after');
      return value === undefined ? failureOf(received, 'Retry-After', 'none') : undefined;
    },
  }),
});

function sendsNo(rule: string, pattern: RegExp): UnnamedResponseCheck {
  return everyResponse({
    rule,
    ...decided('response-headers'),
    inspect: (received) => {
      const header = received.exchange.response.headers.find(([name]) => pattern.test(name));
      return header && failureOf(received, 'none', header[0]);
    },
  });
}

function onStatus(status: number, { inspect, ...rule }: Inspection): UnnamedResponseCheck {
  return everyResponse({
    ...rule,
    inspect: (received) => (received.exchange.response.status === status ? inspect(received) : notJudged),
  });
}

function challenge({ exchange }: ReceivedResponse): string {
  return exchange.response.headerAll('www-authenticate').join(', ');
}

function isKeyOperation({ operation, exchange }: ReceivedResponse): boolean {
  return operation !== undefined && operation !== 'login' && statusOf(exchange) !== undefined;
}

// RFC 9110 requires a challenge with every 401, but almost no API sends one with the rejection of a login.
function ofKeyOperation(received: ReceivedResponse): Pick<Failure, 'basis'> {
  return isKeyOperation(received) ? {} : { basis: 'wire' };
}
