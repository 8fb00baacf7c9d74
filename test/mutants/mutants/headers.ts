import { correct } from '../model/correct.ts';
import { isRefusal } from '../model/outcome.ts';
import type { Mutant } from '../mutant.ts';
import { headers } from './altered-response.ts';
import { withOtherTraffic } from './other-traffic.ts';

const rateLimitedFor = new WeakSet<object>();

const plainMutants: readonly Mutant[] = [
  {
    name: 'lets answers be cached',
    killedBy: 'headers/no-store',
    overrides: headers(() => ({ 'Cache-Control': 'no-cache' })),
  },
  {
    name: 'lets browsers guess',
    killedBy: 'headers/nosniff',
    overrides: headers(() => ({ 'X-Content-Type-Options': undefined })),
  },
  {
    name: 'tells its framework',
    killedBy: 'headers/no-x-powered-by',
    overrides: headers(() => ({ 'X-Powered-By': 'Express' })),
  },
  {
    name: 'sets a cookie',
    killedBy: 'headers/no-cookies',
    overrides: headers(() => ({ 'Set-Cookie': 'visited=yes' })),
  },
  {
    name: 'opens itself to every origin',
    killedBy: 'headers/no-cors',
    overrides: headers(() => ({ 'Access-Control-Allow-Origin': '*' })),
  },
  {
    name: 'tells its version',
    killedBy: 'headers/server-without-version',
    overrides: headers(() => ({ Server: 'httpd/2.4.1' })),
  },
  {
    name: 'knows no time',
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
    name: 'refuses a login without a challenge',
    killedBy: 'headers/challenge-with-401',
    overrides: headers(() => ({ 'WWW-Authenticate': undefined })),
  },
  {
    name: 'challenges for Basic',
    killedBy: 'headers/bearer-challenge',
    overrides: headers((outcome) =>
      isRefusal(outcome) && outcome.reason === 'token_invalid'
        ? { 'WWW-Authenticate': 'Basic realm="account"' }
        : {},
    ),
  },
  {
    name: 'challenges for another realm',
    killedBy: 'headers/challenge-realm',
    overrides: headers((outcome) =>
      isRefusal(outcome) && outcome.reason === 'token_missing' ? { 'WWW-Authenticate': 'Bearer' } : {},
    ),
  },
  {
    name: 'challenges a login for Bearer',
    killedBy: 'headers/login-challenge',
    overrides: headers((outcome) =>
      isRefusal(outcome) && outcome.reason === 'invalid_credentials'
        ? { 'WWW-Authenticate': 'Bearer realm="account"' }
        : {},
    ),
  },
  {
    name: 'refuses a method without saying which there are',
    killedBy: 'headers/allow-with-405',
    overrides: headersWithout('method_not_allowed'),
  },
  {
    name: 'refuses a media type without saying which it takes',
    killedBy: 'headers/accept-post-with-415',
    overrides: headersWithout('unsupported_media_type'),
  },
  {
    name: 'brakes without saying until when',
    killedBy: 'headers/retry-after-with-429',
    overrides: {
      reply: (world, outcome, request, latencyMs) => {
        const reply = correct.reply(world, outcome, request, latencyMs);
        // Once only, so that the run goes on.
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
