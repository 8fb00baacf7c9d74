import { randomUUID } from 'node:crypto';
import { defineSuite } from '../../../conformance/engine/suite.ts';
import { serviceOf } from '../../../conformance/suite/checks/service.ts';
import { announced, deprecatedContract, ending } from '../../support/server/deprecated-contract.ts';
import { isRefusal, type ModelRequest } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { each, type Mutants, type Server } from '../mutant.ts';
import { failedWith, headers, status } from '../overrides.ts';

const rateLimitedFor = new WeakSet<object>();

const { deprecation: Deprecation, sunset: Sunset, link: Link } = announced;
const all = { Deprecation, Sunset, Link };

/** Announces in another way that login is deprecated, as it is in the contract of this run. */
const atLogin = (headersFor: (rejected: boolean) => Readonly<Record<string, string>>): Server => ({
  ...headers(
    (_headers, outcome) => headersFor(isRefusal(outcome)),
    (_outcome, request) => request?.path === '/v1/auth/login',
  ),
  run: { options: { suites: [defineSuite(serviceOf(deprecatedContract('login')))] } },
});

const traceIdOf = (read: (request: ModelRequest) => string | undefined): Server => ({
  traceId: (state, request) => (request && read(request)) || correct.traceId(state, request),
});

export const headerMutants: Mutants = {
  'headers/no-store: allows caches to store responses': headers({ 'Cache-Control': 'no-cache' }),
  'headers/secrets-are-not-shared: lets every cache store responses': headers({
    'Cache-Control': 'public, max-age=60',
  }),
  'headers/nosniff: allows browsers to guess the content type': headers({
    'X-Content-Type-Options': undefined,
  }),
  'headers/no-x-powered-by: sends the name of its framework': headers({
    'X-Powered-By': 'Express',
  }),
  'headers/no-cookies: sets a cookie': headers({ 'Set-Cookie': 'visited=yes' }),
  'headers/no-cors: allows every origin': headers({ 'Access-Control-Allow-Origin': '*' }),
  'headers/server-without-version: sends its version': headers({ Server: 'httpd/2.4.1' }),
  'headers/date: sends no date': {
    ...headers({ Date: undefined }),
    write: (state, response, reply, request) => {
      response.sendDate = false;
      correct.write(state, response, reply, request);
    },
  },
  'headers/challenge-with-401: rejects a login without a challenge': headers({
    'WWW-Authenticate': undefined,
  }),
  'headers/bearer-challenge: sends a challenge for Basic': headers(
    { 'WWW-Authenticate': 'Basic realm="account"' },
    failedWith('token_invalid'),
  ),
  'headers/challenge-realm: sends a challenge without a realm': headers(
    { 'WWW-Authenticate': 'Bearer' },
    failedWith('token_missing'),
  ),
  'headers/login-challenge: sends a challenge for Bearer at login': headers(
    { 'WWW-Authenticate': 'Bearer realm="account"' },
    failedWith('invalid_credentials'),
  ),
  'headers/allow-with-405: rejects a method without Allow': headers(
    { Allow: undefined },
    failedWith('method_not_allowed'),
  ),
  'headers/accept-post-with-415: rejects a media type without Accept-Post': headers(
    { 'Accept-Post': undefined },
    failedWith('unsupported_media_type'),
  ),
  'headers/retry-after-with-429: limits the rate without Retry-After': {
    reply: (state, outcome, request, latencyMs) => {
      const reply = correct.reply(state, outcome, request, latencyMs);
      // Only once, so that the run continues.
      if (request?.method !== 'PUT' || rateLimitedFor.has(state)) return reply;
      rateLimitedFor.add(state);
      return { ...reply, status: 429 };
    },
  },

  'deprecation/deprecation-is-a-date: sends Deprecation in the format of a draft': headers({
    Deprecation: 'true',
  }),
  'deprecation/sunset-is-a-date: sends Sunset with the wrong weekday': headers({
    Sunset: Sunset.replace('Thu', 'Fri'),
  }),
  'deprecation/sunset-is-not-earlier: sends a Sunset before Deprecation': headers({
    Deprecation,
    Sunset: 'Thu, 31 Dec 2026 23:59:59 GMT',
  }),
  'deprecation/sunset-is-in-the-future: sends a Sunset in the past': headers({
    Sunset: 'Sat, 01 Jan 2000 00:00:00 GMT',
  }),
  'deprecation/matches-the-contract: announces a deprecation that is not in the contract':
    headers(all),
  'deprecation/matches-the-contract: sends a Sunset that is not in the contract': headers({
    Sunset,
  }),
  'deprecation/matches-the-contract: does not announce its deprecation': atLogin(() => ({})),
  'deprecation/matches-the-contract: announces its deprecation only in successes': atLogin(
    (rejected) => (rejected ? {} : all),
  ),
  'deprecation/matches-the-contract: sends another date of deprecation': atLogin(() => ({
    ...all,
    Deprecation: '@1798761601',
  })),
  'deprecation/matches-the-contract: sends no sunset': atLogin(() => ({ Deprecation, Link })),
  'deprecation/matches-the-contract: sends the link with another relation': atLogin(() => ({
    ...all,
    Link: `<${ending.link}>; rel="help"`,
  })),
  'deprecation/matches-the-contract: sends a link to another page': atLogin(() => ({
    ...all,
    Link: '<https://example.com/>; rel="deprecation"',
  })),

  'trace/id-is-a-string: returns a number as the trace id': status({ trace_id: 7 }),
  'trace/id-is-a-string: leaves the trace id empty': { traceId: () => '' },
  'trace/ids-differ: returns the same trace id for all requests': { traceId: () => 'f'.repeat(32) },
  'trace/id-format: uses UUIDs': { traceId: () => randomUUID() },
  ...each(traceIdOf, {
    'trace/new-id-with-traceparent: uses the trace id of traceparent': ({ header }) =>
      /^00-([0-9a-f]{32})-/.exec(header('traceparent') ?? '')?.[1],
    'trace/malformed-traceparent-is-ignored: uses a malformed traceparent': ({ header }) =>
      /^..-([^-]*)-/.exec(header('traceparent') ?? '')?.[1],
    'trace/id-is-not-echoed: returns the request id of the caller': ({ header }) =>
      header('x-request-id'),
  }),
};
