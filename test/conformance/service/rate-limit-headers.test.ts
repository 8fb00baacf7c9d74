import { expect, test } from 'vitest';
import { service } from '../../../conformance/checks/service.ts';
import { createTarget } from '../../../conformance/http/target.ts';
import { emptyProfile } from '../../../conformance/profile/profile.ts';
import { runChecks } from '../../../conformance/run/run-checks.ts';
import { createSecrets } from '../../../conformance/secrets.ts';
import { bindSuite } from '../../../conformance/suite.ts';
import { demoAccounts } from '../../../server/config/demo-accounts.ts';
import type { Quota } from '../../mutants/model/behaviour.ts';
import { runAgainst } from '../../mutants/run-against.ts';
import { serverForTest } from '../../support/server/test-server.ts';

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

const forms: Readonly<Record<string, (quota: Quota) => Readonly<Record<string, string>>>> = {
  'no times': ({ remaining }) => ({
    RateLimit: `"user";r=${remaining}`,
    'RateLimit-Policy': '"user";q=1000000',
  }),
  'parameters of its own': ({ remaining }) => ({
    RateLimit: `"a\\"b";pk=:cHsd8a==:;r=${remaining};t=9;acme-a;acme-b=?0;acme-c=1.5;acme-d="x, y;r=1"`,
    'RateLimit-Policy': '"a\\"b"; q=1000000; qu="requests"; w=60; pk=:cHsd8a==:; acme-e=*to/k:en',
  }),
  'two policies, of which one starts anew with each request': ({ remaining }) => ({
    RateLimit: `"burst";r=9;t=30, "day";r=${remaining};t=86400`,
    'RateLimit-Policy': '"burst";q=10;w=30,"day";q=1000000;w=86400',
  }),
};

const formsWithoutLimit: typeof forms = {
  'no headers, because it has no rate limits': () => ({}),
  'a policy without a limit': () => ({ 'RateLimit-Policy': '"user";q=9' }),
};

test.each(Object.entries(forms))('a server passes that sends %s', async (_form, rateLimitHeaders) => {
  expect(kindsOf(await runAgainst({ rateLimitHeaders }, options))).toEqual(without429);
});

test.each(Object.entries(formsWithoutLimit))(
  'a server that sends %s has nothing to check',
  async (_form, rateLimitHeaders) => {
    expect(kindsOf(await runAgainst({ rateLimitHeaders }, options))).toEqual(withoutLimit);
  },
);

test('a server passes that rate-limits the checks', async () => {
  expect(kindsOf(await runAgainst({ requestsPerMinute: 2 }, options))).toEqual(allPassed);
});

test('windows that end between two requests do not show whether a server counts down', async () => {
  const rateLimitHeaders = () => ({ RateLimit: '"user";r=9;t=1', 'RateLimit-Policy': '"user";q=10;w=1' });
  expect(kindsOf(await runAgainst({ rateLimitHeaders }, options))).toEqual({
    ...without429,
    [countsDown]: 'each window ended before the next request',
  });
});

test('the reference server passes with rate limits', async () => {
  const server = await serverForTest({ demo: true, rateLimits: true });
  const target = createTarget({ baseUrl: server.url });
  const { plain } = demoAccounts;
  const result = await runChecks({
    target,
    profile: { ...emptyProfile, fixtures: { account: plain } },
    secrets: createSecrets(),
    suites: [bindSuite(service)],
    seed: 1,
    ...options,
  }).finally(() => target.close());
  expect(kindsOf(result)).toEqual(without429);
});
