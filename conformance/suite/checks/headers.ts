import {
  decided,
  type Failure,
  notJudged,
  observed,
  safety,
  standard,
  wire,
} from '../../engine/index.ts';
import {
  everyResponse,
  failureOf,
  type ReceivedResponse,
  responseChecks,
  type UnnamedResponseCheck,
  type UnnamedRule,
} from './support/responses/every-response.ts';
import { dataOf, statusOf } from './support/responses/service-response.ts';

interface HeaderRule extends UnnamedRule {
  /** For responses with this HTTP status. @default any */
  readonly status?: number;
  /** Whether the rule says something about this value of the header, which is empty when there is none. @default always */
  isJudged?(value: string, received: ReceivedResponse): boolean;
  isCorrect(value: string): boolean;
  readonly expected: string;
  basisOf?(received: ReceivedResponse): Pick<Failure, 'basis'>;
}

function everyHeader(
  name: string,
  { status, isJudged = () => true, isCorrect, expected, basisOf = () => ({}), ...rule }: HeaderRule,
): UnnamedResponseCheck {
  return everyResponse({
    ...rule,
    inspect: (received) => {
      const { response } = received.exchange;
      const value = response.headerAll(name).join(', ');
      if (response.status !== (status ?? response.status) || !isJudged(value, received))
        return notJudged;
      return isCorrect(value)
        ? undefined
        : failureOf(received, expected, value || 'none', basisOf(received));
    },
  });
}

export const headerResponseChecks = responseChecks(decided('errors'), {
  'headers/no-store': everyHeader('cache-control', {
    rule: 'Sends `Cache-Control: no-store` with every response.',
    ...decided('response-headers'),
    isCorrect: (value) => /(^|,)\s*no-store\s*(,|$)/i.test(value),
    expected: 'no-store',
  }),
  'headers/nosniff': everyHeader('x-content-type-options', {
    rule: 'Sends `X-Content-Type-Options: nosniff` with every response.',
    ...decided('response-headers'),
    isCorrect: (value) => /^nosniff(,|$)/i.test(value),
    expected: 'nosniff',
  }),
  'headers/secrets-are-not-shared': everyHeader('cache-control', {
    rule: 'Sends a token or a key without `public` and `s-maxage`, so that shared caches do not store it.',
    ...safety('RFC 9111 5.2.2'),
    isJudged: (_value, { exchange }) => {
      const { access_token, api_key } = dataOf(exchange);
      return access_token !== undefined || api_key !== undefined;
    },
    isCorrect: (value) =>
      !/\b(?:public|s-maxage)\b/i.test(value) || /\b(?:no-store|private)\b/i.test(value),
    expected: 'no-store',
  }),
  'headers/no-x-powered-by': sendsNo('Sends no `X-Powered-By` header.', /^x-powered-by$/i),
  'headers/no-cookies': sendsNo('Sends no cookies.', /^set-cookie2?$/i),
  'headers/no-cors': sendsNo(
    'Sends no CORS headers, unless the operator allows origins.',
    /^access-control-/i,
  ),
  'headers/server-without-version': everyHeader('server', {
    rule: 'Sends no version in the `Server` header.',
    ...observed('response-headers'),
    isJudged: (value) => value !== '',
    isCorrect: (value) => !/\d/.test(value),
    expected: 'no version',
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

  'headers/challenge-with-401': everyHeader('www-authenticate', {
    rule: 'Sends a `WWW-Authenticate` challenge with HTTP 401.',
    ...standard('RFC 9110 11.6.1'),
    status: 401,
    isCorrect: (value) => /^[\w!#$%&'*+.^`|~-]+/.test(value),
    expected: 'a challenge',
    // RFC 9110 requires a challenge with every 401, but almost no API sends one with the rejection of a login.
    basisOf: (received) => (isKeyOperation(received) ? {} : { basis: 'wire' }),
  }),
  'headers/bearer-challenge': everyHeader('www-authenticate', {
    rule: 'Sends the scheme Bearer in the challenge of a key operation.',
    ...standard('RFC 6750 3'),
    status: 401,
    isJudged: (value, received) => value !== '' && isKeyOperation(received),
    isCorrect: (value) => /(^|,)\s*bearer\b/i.test(value),
    expected: 'Bearer …',
  }),
  'headers/challenge-realm': everyHeader('www-authenticate', {
    rule: 'Sends the realm "account" in every challenge.',
    status: 401,
    isJudged: (value) => value !== '',
    isCorrect: (value) => /\brealm="account"/i.test(value),
    expected: 'realm="account"',
  }),
  'headers/login-challenge': everyHeader('www-authenticate', {
    rule: 'Sends the scheme Login in the challenge of a login, so that browsers show no password dialog.',
    status: 401,
    isJudged: (value, { operation }) => value !== '' && operation === 'login',
    isCorrect: (value) => /^login\b/i.test(value),
    expected: 'Login realm="account"',
  }),
  'headers/allow-with-405': everyHeader('allow', {
    rule: 'Sends an `Allow` header with HTTP 405.',
    ...standard('RFC 9110 15.5.6'),
    status: 405,
    // An empty list of methods is valid.
    isJudged: (_value, { exchange }) => exchange.response.header('allow') !== '',
    isCorrect: (value) => value !== '',
    expected: 'Allow',
  }),
  'headers/accept-post-with-415': everyHeader('accept-post', {
    rule: 'Sends an `Accept-Post` header that names application/json with HTTP 415.',
    status: 415,
    isCorrect: (value) => value.includes('application/json'),
    expected: 'application/json',
  }),
  'headers/retry-after-with-429': everyHeader('retry-after', {
    rule: 'Sends a `Retry-After` header with HTTP 429.',
    ...observed('limits'),
    status: 429,
    isCorrect: (value) => value !== '',
    expected: 'Retry-After',
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

function isKeyOperation({ operation, exchange }: ReceivedResponse): boolean {
  return operation !== undefined && operation !== 'login' && statusOf(exchange) !== undefined;
}
