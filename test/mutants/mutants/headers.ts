import { correct } from '../model/correct.ts';
import { isRefusal } from '../model/outcome.ts';
import type { Mutant } from '../mutant.ts';
import { headers } from './altered-response.ts';
import { withOtherTraffic } from './other-traffic.ts';

const rateLimitedFor = new WeakSet<object>();

const plainMutants: readonly Mutant[] = [
  {
    name: 'allows caches to store responses',
    killedBy: 'headers/no-store',
    overrides: headers(() => ({ 'Cache-Control': 'no-cache' })),
  },
  {
    name: 'allows browsers to guess the content type',
    killedBy: 'headers/nosniff',
    overrides: headers(() => ({ 'X-Content-Type-Options': undefined })),
  },
  {
    name: 'sends the name of its framework',
    killedBy: 'headers/no-x-powered-by',
    overrides: headers(() => ({ 'X-Powered-By': 'Express' })),
  },
  {
    name: 'sets a cookie',
    killedBy: 'headers/no-cookies',
    overrides: headers(() => ({ 'Set-Cookie': 'visited=yes' })),
  },
  {
    name: 'allows every origin',
    killedBy: 'headers/no-cors',
    overrides: headers(() => ({ 'Access-Control-Allow-Origin': '*' })),
  },
  {
    name: 'sends its version',
    killedBy: 'headers/server-without-version',
    overrides: headers(() => ({ Server: 'httpd/2.4.1' })),
  },
  {
    name: 'sends no date',
    killedBy: 'headers/date',
    overrides: {
      ...headers(() => ({ Date: undefined })),
      write: (world, response, reply, request) => {
        response.sendDate = false;
        correct.write(world, response, reply, request);
      },
    },
  },
  {
    name: 'rejects a login without a challenge',
    killedBy: 'headers/challenge-with-401',
    overrides: headers(() => ({ 'WWW-Authenticate': undefined })),
  },
  {
    name: 'sends a challenge for Basic',
    killedBy: 'headers/bearer-challenge',
    overrides: headers((outcome) =>
      isRefusal(outcome) && outcome.reason === 'token_invalid'
        ? { 'WWW-Authenticate': 'Basic realm="account"' }
        : {},
    ),
  },
  {
    name: 'sends a challenge without a realm',
    killedBy: 'headers/challenge-realm',
    overrides: headers((outcome) =>
      isRefusal(outcome) && outcome.reason === 'token_missing' ? { 'WWW-Authenticate': 'Bearer' } : {},
    ),
  },
  {
    name: 'sends a challenge for Bearer at login',
    killedBy: 'headers/login-challenge',
    overrides: headers((outcome) =>
      isRefusal(outcome) && outcome.reason === 'invalid_credentials'
        ? { 'WWW-Authenticate': 'Bearer realm="account"' }
        : {},
    ),
  },
  {
    name: 'rejects a method without Allow',
    killedBy: 'headers/allow-with-405',
    overrides: headersWithout('method_not_allowed'),
  },
  {
    name: 'rejects a media type without Accept-Post',
    killedBy: 'headers/accept-post-with-415',
    overrides: headersWithout('unsupported_media_type'),
  },
  {
    name: 'limits the rate without Retry-After',
    killedBy: 'headers/retry-after-with-429',
    overrides: {
      reply: (world, outcome, request, latencyMs) => {
        const reply = correct.reply(world, outcome, request, latencyMs);
        // Only once, so that the run continues.
        if (request?.method !== 'PUT' || rateLimitedFor.has(world)) return reply;
        rateLimitedFor.add(world);
        return { ...reply, status: 429 };
      },
    },
  },
];

export const headerMutants = plainMutants.map(withOtherTraffic);

function headersWithout(reason: string): Mutant['overrides'] {
  return {
    headers: (world, outcome, request) =>
      isRefusal(outcome) && outcome.reason === reason
        ? correct.headers(world, { reason: outcome.reason }, request)
        : correct.headers(world, outcome, request),
  };
}
