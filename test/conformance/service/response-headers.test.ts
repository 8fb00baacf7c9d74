import { describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../server/config/demo-accounts.ts';
import { modelProfile } from '../../mutants/model/accounts.ts';
import type { Quota } from '../../mutants/model/behaviour.ts';
import { runAgainst, runService } from '../../mutants/run-against.ts';
import { serverForTest } from '../../support/server/test-server.ts';

const profile = { ...modelProfile, fixtures: { account: demoAccounts.plain } };

describe('rate limits', () => {
  const countsDown = 'limits/rate-limit-counts-down';
  const ids = [
    'limits/rate-limit-headers-match',
    'limits/rate-limit-headers-are-consistent',
    'limits/none-left-with-429',
    countsDown,
  ];
  const options = { only: [...ids, 'revocation/revokes-a-key'], strict: true };

  function kindsOf({ outcomes }: Awaited<ReturnType<typeof runAgainst>>) {
    const own = outcomes.filter(({ check }) => ids.includes(check));
    return Object.fromEntries(own.map(({ check, kind, reason }) => [check, reason ?? kind]));
  }

  const notSeen = 'no response in this run to which the rule applies';
  const allPassed = Object.fromEntries(ids.map((id) => [id, 'passed']));
  const without429 = { ...allPassed, 'limits/none-left-with-429': notSeen };
  /** No limit with a number that could be checked. */
  const withoutLimit = {
    ...without429,
    'limits/rate-limit-headers-match': notSeen,
    [countsDown]: 'the server sends no RateLimit header',
  };

  const endedWindows = { ...without429, [countsDown]: 'each window ended before the next request' };

  test.each<
    readonly [sends: string, headers: (quota: Quota) => Record<string, string>, kinds: object]
  >([
    [
      'no times: passes',
      ({ remaining }) => ({
        RateLimit: `"user";r=${remaining}`,
        'RateLimit-Policy': '"user";q=1000000',
      }),
      without429,
    ],
    [
      'parameters of its own: passes',
      ({ remaining }) => ({
        RateLimit: `"a\\"b";pk=:cHsd8a==:;r=${remaining};t=9;acme-a;acme-b=?0;acme-c=1.5;acme-d="x, y;r=1"`,
        'RateLimit-Policy':
          '"a\\"b"; q=1000000; qu="requests"; w=60; pk=:cHsd8a==:; acme-e=*to/k:en',
      }),
      without429,
    ],
    [
      'two policies, of which one starts anew with each request: passes',
      ({ remaining }) => ({
        RateLimit: `"burst";r=9;t=30, "day";r=${remaining};t=86400`,
        'RateLimit-Policy': '"burst";q=10;w=30,"day";q=1000000;w=86400',
      }),
      without429,
    ],
    ['no headers, because it has no rate limits: nothing to check', () => ({}), withoutLimit],
    ['only a policy: nothing to check', () => ({ 'RateLimit-Policy': '"user";q=9' }), withoutLimit],
    [
      'windows that end between two requests: nothing shows whether it counts down',
      () => ({ RateLimit: '"user";r=9;t=1', 'RateLimit-Policy': '"user";q=10;w=1' }),
      endedWindows,
    ],
  ])('a server that sends %s', async (_sends, rateLimitHeaders, kinds) => {
    expect(kindsOf(await runAgainst({ rateLimitHeaders }, options))).toEqual(kinds);
  });

  test('a server passes that rate-limits the checks', async () => {
    expect(kindsOf(await runAgainst({ requestsPerMinute: 2 }, options))).toEqual(allPassed);
  });

  test('the reference server passes with rate limits', async () => {
    const server = await serverForTest({ demo: true, config: { rateLimits: true } });
    expect(kindsOf(await runService(server.url, { profile, ...options }))).toEqual(without429);
  });
});
