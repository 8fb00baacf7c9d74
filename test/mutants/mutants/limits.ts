import {
  type Behaviour,
  type LoginBody,
  type Outcome,
  type Quota,
  refuse,
} from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { destructive, type Mutants } from '../mutant.ts';
import { headers, withBarrier } from '../overrides.ts';

function exhausted(): Partial<Behaviour> {
  let exhaustedNow = false;
  return {
    unparsed: (code) => {
      exhaustedNow ||= code === 'HPE_HEADER_OVERFLOW';
      return correct.unparsed(code);
    },
    authenticate: (state, request) =>
      exhaustedNow ? refuse('internal_error') : correct.authenticate(state, request),
  };
}

/** Keeps the last request in a variable that all requests share, and uses it after a wait. */
const loginOfTheLatest = (
  combine: (own: Outcome, latest: Outcome) => Outcome,
): Partial<Behaviour> =>
  withBarrier((waitForOther) => {
    let latest: LoginBody | undefined;
    return {
      login: async (state, body) => {
        latest = body;
        await waitForOther();
        return combine(await correct.login(state, body), await correct.login(state, latest));
      },
    };
  });

const rateLimit = (
  change: (quota: Quota) => Readonly<Record<string, string>>,
): Partial<Behaviour> => ({
  rateLimitHeaders: (quota) => ({ ...correct.rateLimitHeaders(quota), ...change(quota) }),
});
const limit = (RateLimit: string) => rateLimit(() => ({ RateLimit }));
const policy = (value: string) => rateLimit(() => ({ 'RateLimit-Policy': value }));

export const limitMutants: Mutants = {
  'limits/body-size: reads a body of any size': { longestBody: 1_000_000 },
  'limits/body-size: reads 4 KiB at most': { longestBody: 4_096 },
  'limits/target-length: accepts a target of any length': { longestTarget: 100_000 },
  'limits/header-size: reads headers of 64 KiB': {
    server: { ...correct.server, maxHeaderSize: 65_536 },
  },
  'limits/active-keys: has no limit for keys': {
    generate: async (state, owner, description) => {
      const key = state.behaviour.newKey(state, owner, description);
      state.keys.set(key.id, key);
      return { data: state.behaviour.generateResult(state, key) };
    },
    run: destructive,
  },
  'limits/failed-logins-are-rate-limited: does not limit failed logins': { run: destructive },
  'limits/very-large-headers: fails after very large headers': { ...exhausted(), run: destructive },
  'limits/slow-headers: waits for a request without a timeout': {
    server: { ...correct.server, headersTimeout: 0, requestTimeout: 0 },
    run: destructive,
  },

  'parallel/logins-have-their-own-results: returns the result of the latest login to both':
    loginOfTheLatest((_own, latest) => latest),
  'parallel/logins-have-their-own-results: returns the token of the latest login to both':
    loginOfTheLatest((own, latest) =>
      'data' in own && 'data' in latest
        ? { data: { ...own.data, access_token: latest.data.access_token } }
        : own,
    ),
  'parallel/keys-have-their-own-descriptions: returns the description of the latest request':
    withBarrier((waitForOther) => {
      let latest: string | undefined;
      return {
        generate: async (state, owner, description, idempotencyKey) => {
          latest = description;
          await waitForOther();
          return correct.generate(state, owner, latest, idempotencyKey);
        },
      };
    }),

  'limits/rate-limit-headers-match: sends RateLimit as an older draft had it': limit(
    'limit=60, remaining=59, reset=60',
  ),
  'limits/rate-limit-headers-match: sends the name without quotes': limit('user;r=59;t=60'),
  'limits/rate-limit-headers-match: sends no remaining requests': limit('"user";t=60'),
  'limits/rate-limit-headers-match: sends a negative number of remaining requests':
    limit('"user";r=-1;t=60'),
  'limits/rate-limit-headers-match: sends a comma at the end': limit('"user";r=59;t=60,'),
  'limits/rate-limit-headers-match: sends the limit of another policy':
    limit('"address";r=59;t=60'),
  'limits/rate-limit-headers-match: sends more remaining requests than the quota':
    limit('"user";r=1000001;t=60'),
  'limits/rate-limit-headers-match: sends a window that ends after its length':
    limit('"user";r=59;t=61'),
  'limits/rate-limit-headers-match: sends no policy': headers({ 'RateLimit-Policy': undefined }),
  'limits/rate-limit-headers-match: sends a policy without a quota': policy('"user";w=60'),
  'limits/rate-limit-headers-match: sends a policy with a window of no length':
    policy('"user";q=1000000;w=0'),
  'limits/rate-limit-headers-are-consistent: sends no RateLimit with revocations': headers(
    { RateLimit: undefined },
    (_outcome, request) => request?.method === 'DELETE',
  ),
  'limits/none-left-with-429: says with 429 that a request is left': {
    requestsPerMinute: 2,
    ...rateLimit(({ reset }) => ({ RateLimit: `"user";r=1;t=${reset}` })),
  },
  'limits/none-left-with-429: invites the client back before the window ends': {
    requestsPerMinute: 2,
    ...headers(
      (all): Record<string, string> => ('Retry-After' in all ? { 'Retry-After': '1' } : {}),
    ),
  },
  'limits/rate-limit-counts-down: sends the same number of remaining requests each time': rateLimit(
    ({ reset }) => ({ RateLimit: `"user";r=59;t=${reset}` }),
  ),
};
