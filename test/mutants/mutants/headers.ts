import { randomUUID } from 'node:crypto';
import { makeRunnable } from '../../../conformance/engine/suite.ts';
import { serviceOf } from '../../../conformance/suite/checks/service.ts';
import { announced, deprecatedContract, ending } from '../../support/server/deprecated-contract.ts';
import { isRefusal } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Mutant, mutants } from '../mutant.ts';
import { headers, status } from '../overrides.ts';

const rateLimitedFor = new WeakSet<object>();

export const headerMutants: readonly Mutant[] = [
  ...mutants({
    'headers/no-store: allows caches to store responses': headers(() => ({ 'Cache-Control': 'no-cache' })),
    'headers/secrets-are-not-shared: lets every cache store responses': headers(() => ({
      'Cache-Control': 'public, max-age=60',
    })),
    'headers/nosniff: allows browsers to guess the content type': headers(() => ({
      'X-Content-Type-Options': undefined,
    })),
    'headers/no-x-powered-by: sends the name of its framework': headers(() => ({
      'X-Powered-By': 'Express',
    })),
    'headers/no-cookies: sets a cookie': headers(() => ({ 'Set-Cookie': 'visited=yes' })),
    'headers/no-cors: allows every origin': headers(() => ({ 'Access-Control-Allow-Origin': '*' })),
    'headers/server-without-version: sends its version': headers(() => ({ Server: 'httpd/2.4.1' })),
    'headers/date: sends no date': {
      ...headers(() => ({ Date: undefined })),
      write: (state, response, reply, request) => {
        response.sendDate = false;
        correct.write(state, response, reply, request);
      },
    },
    'headers/challenge-with-401: rejects a login without a challenge': headers(() => ({
      'WWW-Authenticate': undefined,
    })),
    'headers/bearer-challenge: sends a challenge for Basic': headers((outcome) =>
      isRefusal(outcome) && outcome.reason === 'token_invalid'
        ? { 'WWW-Authenticate': 'Basic realm="account"' }
        : {},
    ),
    'headers/challenge-realm: sends a challenge without a realm': headers((outcome) =>
      isRefusal(outcome) && outcome.reason === 'token_missing' ? { 'WWW-Authenticate': 'Bearer' } : {},
    ),
    'headers/login-challenge: sends a challenge for Bearer at login': headers((outcome) =>
      isRefusal(outcome) && outcome.reason === 'invalid_credentials'
        ? { 'WWW-Authenticate': 'Bearer realm="account"' }
        : {},
    ),
    'headers/allow-with-405: rejects a method without Allow': headersWithout('method_not_allowed'),
    'headers/accept-post-with-415: rejects a media type without Accept-Post':
      headersWithout('unsupported_media_type'),
    'headers/retry-after-with-429: limits the rate without Retry-After': {
      reply: (state, outcome, request, latencyMs) => {
        const reply = correct.reply(state, outcome, request, latencyMs);
        // Only once, so that the run continues.
        if (request?.method !== 'PUT' || rateLimitedFor.has(state)) return reply;
        rateLimitedFor.add(state);
        return { ...reply, status: 429 };
      },
    },
  }),
];

function headersWithout(reason: string): Mutant['overrides'] {
  return {
    headers: (state, outcome, request) =>
      isRefusal(outcome) && outcome.reason === reason
        ? correct.headers(state, { reason: outcome.reason }, request)
        : correct.headers(state, outcome, request),
  };
}

const { deprecation: Deprecation, sunset: Sunset, link: Link } = announced;
const all = { Deprecation, Sunset, Link };

export const deprecationMutants: readonly Mutant[] = [
  ...mutants({
    'deprecation/deprecation-is-a-date: sends Deprecation in the format of a draft': headers(() => ({
      Deprecation: 'true',
    })),
    'deprecation/deprecation-is-a-date: sends Deprecation in the format of Sunset': headers(() => ({
      Deprecation: Sunset,
    })),
    "deprecation/sunset-is-a-date: sends Sunset in a format other than HTTP's": headers(() => ({
      Sunset: ending.sunset,
    })),
    'deprecation/sunset-is-a-date: sends Sunset with the wrong weekday': headers(() => ({
      Sunset: Sunset.replace('Thu', 'Fri'),
    })),
    'deprecation/sunset-is-not-earlier: sends a Sunset before Deprecation': headers(() => ({
      Deprecation,
      Sunset: 'Thu, 31 Dec 2026 23:59:59 GMT',
    })),
    'deprecation/sunset-is-in-the-future: sends a Sunset in the past': headers(() => ({
      Sunset: 'Sat, 01 Jan 2000 00:00:00 GMT',
    })),
    'deprecation/matches-the-contract: announces a deprecation that is not in the contract': headers(
      () => all,
    ),
    'deprecation/matches-the-contract: sends a Sunset that is not in the contract': headers(() => ({
      Sunset,
    })),
  }),
  atLogin('does not announce its deprecation', () => ({})),
  atLogin('announces its deprecation only in successes', (rejected) => (rejected ? {} : all)),
  atLogin('announces its deprecation only in failures', (rejected) => (rejected ? all : {})),
  atLogin('sends another date of deprecation', () => ({ ...all, Deprecation: '@1798761601' })),
  atLogin('sends another sunset', () => ({ ...all, Sunset: 'Fri, 02 Jan 2128 00:00:00 GMT' })),
  atLogin('sends no sunset', () => ({ Deprecation, Link })),
  atLogin('sends no link', () => ({ Deprecation, Sunset })),
  atLogin('sends the link with another relation', () => ({ ...all, Link: `<${ending.link}>; rel="help"` })),
  atLogin('sends a link to another page', () => ({
    ...all,
    Link: '<https://example.com/>; rel="deprecation"',
  })),
];

/** Mutants of a contract in which login is deprecated: they announce it in another way. */
function atLogin(name: string, headersFor: (rejected: boolean) => Readonly<Record<string, string>>): Mutant {
  return {
    name,
    killedBy: 'deprecation/matches-the-contract',
    overrides: {
      headers: (state, outcome, request) => ({
        ...correct.headers(state, outcome, request),
        ...(request?.path === '/v1/auth/login' ? headersFor(isRefusal(outcome)) : {}),
      }),
    },
    options: { suites: [makeRunnable(serviceOf(deprecatedContract('login')))] },
  };
}

const fromParent = /^..-([^-]*)-/;

export const traceMutants: readonly Mutant[] = [
  ...mutants({
    'trace/id-is-a-string: returns a number as the trace id': status((own) => ({ ...own, trace_id: 7 })),
    'trace/id-is-a-string: leaves the trace id empty': { traceId: () => '' },
    'trace/ids-differ: returns the same trace id for all requests': { traceId: () => 'f'.repeat(32) },
    'trace/id-format: uses UUIDs': { traceId: () => randomUUID() },
    'trace/new-id-with-traceparent: uses the trace id of traceparent': {
      traceId: (state, request) =>
        /^00-([0-9a-f]{32})-/.exec(request?.header('traceparent') ?? '')?.[1] ??
        correct.traceId(state, request),
    },
    'trace/malformed-traceparent-is-ignored: uses a malformed traceparent': {
      traceId: (state, request) =>
        fromParent.exec(request?.header('traceparent') ?? '')?.[1] || correct.traceId(state, request),
    },
    'trace/id-is-not-echoed: returns the request id of the caller': {
      traceId: (state, request) => request?.header('x-request-id') ?? correct.traceId(state, request),
    },
  }),
];
