import type { Behaviour, Quota } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { withOtherTraffic } from './other-traffic.ts';

function headers(change: (quota: Quota) => Readonly<Record<string, string>>): Partial<Behaviour> {
  return { rateLimitHeaders: (quota) => ({ ...correct.rateLimitHeaders(quota), ...change(quota) }) };
}

const limit = (value: string) => headers(() => ({ RateLimit: value }));
const policy = (value: string) => headers(() => ({ 'RateLimit-Policy': value }));

const plainMutants: readonly Mutant[] = [
  ...mutantsOf('limits/rate-limit-headers-match', {
    'sends RateLimit as an older draft had it': limit('limit=60, remaining=59, reset=60'),
    'sends only a number': limit('59'),
    'sends the name without quotes': limit('user;r=59;t=60'),
    'sends no remaining requests': limit('"user";t=60'),
    'sends a negative number of remaining requests': limit('"user";r=-1;t=60'),
    'sends half a request': limit('"user";r=1.5;t=60'),
    'sends the remaining requests as text': limit('"user";r="59";t=60'),
    'sends the end of the window as a date': limit('"user";r=59;t=@1767268800'),
    'sends a window that ended': limit('"user";r=59;t=-1'),
    'sends a comma at the end': limit('"user";r=59;t=60,'),
    'sends the limit of another policy': limit('"address";r=59;t=60'),
    'sends more remaining requests than the quota': limit('"user";r=1000001;t=60'),
    'sends a window that ends after its length': limit('"user";r=59;t=61'),
    'sends no policy': { rateLimitHeaders: ({ remaining }) => ({ RateLimit: `"user";r=${remaining};t=60` }) },
    'sends a policy without a quota': policy('"user";w=60'),
    'sends a policy with a window of no length': policy('"user";q=1000000;w=0'),
    'sends a policy without quotes': policy('1000000;w=60'),
  }),
  {
    name: 'sends no RateLimit with revocations',
    killedBy: 'limits/rate-limit-headers-are-consistent',
    overrides: {
      headers: (world, outcome, request) => {
        const { RateLimit: _, ...others } = correct.headers(world, outcome, request);
        return request?.method === 'DELETE' ? others : correct.headers(world, outcome, request);
      },
    },
  },
  ...mutantsOf('limits/none-left-with-429', {
    'says with 429 that a request is left': {
      requestsPerMinute: 2,
      ...headers(({ reset }) => ({ RateLimit: `"user";r=1;t=${reset}` })),
    },
    'invites the client back before the window ends': {
      requestsPerMinute: 2,
      headers: (world, outcome, request) => {
        const all = correct.headers(world, outcome, request);
        return 'Retry-After' in all ? { ...all, 'Retry-After': '1' } : all;
      },
    },
  }),
  ...mutantsOf('limits/rate-limit-counts-down', {
    'sends the same number of remaining requests each time': headers(({ reset }) => ({
      RateLimit: `"user";r=59;t=${reset}`,
    })),
    'counts up': headers(({ limit: most, remaining, reset }) => ({
      RateLimit: `"user";r=${most - remaining};t=${reset}`,
    })),
  }),
];

export const rateLimitHeaderMutants = plainMutants.map(withOtherTraffic);
