import type { RequestListener } from 'node:http';
import { expect, test, vi } from 'vitest';
import type { Basis } from '../../conformance/engine/basis.ts';
import {
  type Check,
  type CheckContext,
  notJudged,
  type Suite,
  type Verdict,
} from '../../conformance/engine/check.ts';
import { createTarget } from '../../conformance/engine/http/target.ts';
import {
  CannotTestError,
  fail,
  nothingToJudge,
  skipCheck,
} from '../../conformance/engine/outcome.ts';
import { emptyProfile, type Profile } from '../../conformance/engine/profile/profile.ts';
import type { RunEvent, RunOptions } from '../../conformance/engine/run/run-options.ts';
import { createSecrets } from '../../conformance/engine/secrets.ts';
import { defineSuite } from '../../conformance/engine/suite.ts';
import { passTime } from '../support/server/clock.ts';
import { collectRun, exitCodeOf } from './collect-run.ts';
import { serverForTest, unusedUrl } from './test-server.ts';

const get = { method: 'GET', target: '/' };
const failure = { expected: 'one thing', got: 'another', exchanges: [] };
/** A check that passes when `run` returns nothing. */
const check = (
  id: string,
  // biome-ignore lint/suspicious/noConfusingVoidType: most have nothing to return.
  run: (context: CheckContext) => Promise<Verdict | void>,
  rest: Partial<Check> = {},
): Check => ({
  id,
  rule: `The rule of ${id}.`,
  basis: 'shown',
  source: '1',
  needs: [],
  cost: { logins: 0, failures: 0 },
  run: async (context) => (await run(context)) ?? undefined,
  ...rest,
});

const needs = { staff: { isMet: () => false, missing: 'the profile names nobody of the staff' } };

async function run(
  checks: readonly Check[],
  options: Partial<RunOptions> = {},
  suite: Partial<Suite> = {},
  listener: RequestListener = (_request, response) => response.end('ok'),
) {
  const target = createTarget({ baseUrl: (await serverForTest(listener)).url });
  const suites = [
    defineSuite({
      name: 'test',
      checks,
      responseChecks: [],
      needs,
      prepare: async (context: CheckContext) => context,
      ...suite,
    }),
  ];
  const result = await collectRun({
    target,
    profile: emptyProfile,
    secrets: createSecrets(),
    suites,
    seed: 1,
    ...options,
  });
  target.close();
  const kinds = Object.fromEntries(result.outcomes.map((outcome) => [outcome.check, outcome.kind]));
  return { ...result, kinds, exit: exitCodeOf(result) };
}

const passing = check('a/passing', async ({ call }) => void (await call(get)));

test('a check passes, or fails by returning or throwing a failure', async () => {
  const { kinds, exit } = await run([
    passing,
    check('a/returned', async () => failure),
    check('a/thrown', async () => fail(failure)),
  ]);
  expect(kinds).toEqual({ 'a/passing': 'passed', 'a/returned': 'failed', 'a/thrown': 'failed' });
  expect(exit).toBe(1);
});

test.each<[basis: Basis, kind: string, options?: Partial<RunOptions>]>([
  ['safety', 'failed'],
  [
    'safety',
    'waived',
    { profile: { ...emptyProfile, waivers: [{ check: 'a/*', reason: 'ticket 7' }] } },
  ],
  ['shown', 'failed'],
  ['decided', 'differs'],
  ['decided', 'failed', { strict: true }],
  ['wire', 'warning'],
  ['wire', 'failed', { wire: true }],
  ['observed', 'observed'],
  ['observed', 'observed', { strict: true, wire: true }],
])(
  'a failure of the basis %s, of a check or of a case only, is %s %j',
  async (basis, kind, options) => {
    const { kinds, exit } = await run(
      [
        check('a/check', async () => failure, { basis }),
        check('a/case', async () => ({ ...failure, basis }), { basis: 'safety' }),
      ],
      options,
    );
    expect(kinds).toEqual({ 'a/check': kind, 'a/case': kind });
    expect(exit).toBe(kind === 'failed' ? 1 : 0);
  },
);

test.each([
  ['a shown rule', 'shown', 3],
  ['a safety rule', 'safety', 3],
  ['a standard', 'standard', 0],
  ['a rule of the wire', 'wire', 0],
  ['a decision', 'decided', 0],
] as const)(
  'a check of %s that lacks an account ends the run with exit code %s %i',
  async (_of, basis, code) => {
    const lacking = check('a/lacking', async () => undefined, { basis, needs: ['staff'] });
    const result = await run([passing, lacking]);
    expect(result.exit).toBe(code);
    expect(exitCodeOf(result, true)).toBe(0);
  },
);

test('a check that the options leave out, or that has nothing to judge, leaves the verdict as it is', async () => {
  const { outcomes, exit } = await run(
    [
      passing,
      check('a/destructive', async () => undefined, { needs: ['destructive'] }),
      check('a/unused', async () => nothingToJudge('the server has no such thing')),
    ],
    {},
    {
      responseChecks: [
        {
          ...check('a/teapots', async () => undefined),
          watch: () => ({ inspect: () => notJudged }),
        },
      ],
    },
  );
  expect(
    Object.fromEntries(outcomes.map(({ check: id, kind, skipped }) => [id, skipped ?? kind])),
  ).toEqual({
    'a/passing': 'passed',
    'a/destructive': 'choice',
    'a/unused': 'nothing',
    'a/teapots': 'nothing',
  });
  expect(exit).toBe(0);
});

test('reports a bug in a check as an error in the tool, never as a failure', async () => {
  const { kinds, exit } = await run([
    check('a/bug', () => Promise.reject(new TypeError('x is undefined'))),
  ]);
  expect(kinds).toEqual({ 'a/bug': 'error' });
  expect(exit).toBe(3);
});

test('a missing fixture, a missing precondition and a spent budget skip the check, with the reason', async () => {
  const { outcomes, exit } = await run(
    [
      check('a/fixture', async () => undefined, { needs: ['staff'] }),
      check('a/precondition', async () => skipCheck('no key could be made')),
      check('a/expensive', async () => undefined, { cost: { logins: 41, failures: 0 } }),
    ],
    { profile: { ...emptyProfile, budget: { logins: 40, failures: 15 } } },
  );
  expect(outcomes.map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([
    'skipped: the profile names nobody of the staff',
    'skipped: no key could be made',
    'skipped: the budget of the profile is spent (needs 41 logins, 40 left)',
  ]);
  expect(exit).toBe(3);
});

test('runs cheap checks before expensive ones', async () => {
  const order: string[] = [];
  const recording = (id: string, cost: Check['cost']) =>
    check(id, async () => void order.push(id), { cost });
  await run([
    recording('expensive', { logins: 0, failures: 3 }),
    recording('cheap', { logins: 1, failures: 0 }),
    recording('free', { logins: 0, failures: 0 }),
  ]);
  expect(order).toEqual(['free', 'cheap', 'expensive']);
});

test('waits for a server that limits the rate, if there is time', async () => {
  let received = 0;
  let wait = '1';
  const limiting: RequestListener = (_request, response) => {
    received += 1;
    response.writeHead(received === 1 ? 429 : 200, { 'retry-after': wait }).end();
  };
  const sending = check('a', async ({ call }) => {
    const { response } = await call(get);
    return response.status === 200 ? undefined : failure;
  });
  expect((await run([sending], {}, {}, limiting)).kinds).toEqual({ a: 'passed' });
  [received, wait] = [0, '60'];
  const { outcomes } = await run([sending], { maxTimeMs: 50_000 }, {}, limiting);
  expect(outcomes[0]).toMatchObject({
    kind: 'skipped',
    reason: expect.stringMatching(/^rate-limited: a request must wait 60 s, and \d+ s are left/),
  });
});

test('puts off the checks of a rate-limited operation until all others have run, and waits then', async () => {
  let now = 0;
  const order: string[] = [];
  const limiting: RequestListener = ({ url }, response) => {
    const isLimited = url === '/limited' && now < 60_000;
    response.writeHead(isLimited ? 429 : 200, isLimited ? { 'retry-after': '60' } : {}).end();
  };
  const calls = (id: string, operation: string) =>
    check(
      id,
      async ({ call }) => {
        order.push(id);
        await call({ method: 'GET', target: `/${operation}`, settings: { operation } });
      },
      { operation },
    );
  const events: unknown[] = [];
  const pause = async (ms: number) => {
    now += ms;
  };
  const { kinds } = await run(
    [calls('a', 'limited'), calls('b', 'limited'), calls('c', 'open')],
    {
      profile: { ...emptyProfile, limits: { ...emptyProfile.limits, parallel: 1 } },
      clock: { now: () => now, pause },
      onEvent: (event) => event.type === 'waiting' && events.push(event),
    },
    {},
    limiting,
  );
  expect(kinds).toEqual({ a: 'passed', b: 'passed', c: 'passed' });
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b']);
  expect(events).toEqual([
    { type: 'waiting', seconds: 60, reason: 'the server rate-limits limited' },
  ]);
});

test('ends the run, and lists the request, when the server responds no longer after it', async () => {
  let isDown = false;
  // A server without threads accepts connections, and never responds.
  const fragile: RequestListener = ({ url }, response) => {
    if (url === '/fatal') response.destroy();
    else if (!isDown) response.end('ok');
    isDown ||= url === '/fatal';
  };
  const order: string[] = [];
  const send = (id: string, target: string) =>
    check(id, async (context) => {
      order.push(id);
      await context.target.send({ method: 'GET', target, settings: { timeoutMs: 200 } });
    });
  const checks = [send('first', '/'), send('fatal', '/fatal'), send('later', '/')];
  const clock = { now: Date.now, pause: async () => {} };
  const profile: Profile = { ...emptyProfile, limits: { ...emptyProfile.limits, parallel: 1 } };
  const { stopReason, lostRequests, exit } = await run(checks, { clock, profile }, {}, fragile);
  expect(order).toEqual(['first', 'fatal']);
  expect(stopReason).toMatch(/no complete response/);
  expect(lostRequests[0]).toContain('/fatal');
  expect(exit).toBe(3);
});

test('ends a request that is under way when the time is up', async () => {
  const { outcomes, durationMs } = await run([passing], { maxTimeMs: 300 }, {}, () => {});
  expect(outcomes[0]).toMatchObject({ kind: 'skipped', reason: 'out of time (--max-time)' });
  // The time-out of the request.
  expect(durationMs).toBeLessThan(15_000);
});

test('reports that no server listens, with exit code 3', async () => {
  const target = createTarget({ baseUrl: unusedUrl });
  // A check that a closed connection passes.
  const sending = check('a/passing', async (context) => void (await context.target.send(get)));
  for (const one of [passing, sending]) {
    const { stopReason, exit, kinds } = await run([one], { target });
    expect(stopReason).toMatch(/refused/);
    expect(kinds).toEqual({ 'a/passing': 'skipped' });
    expect(exit).toBe(3);
  }
});

test.each([
  ['that fails', new CannotTestError('no login works'), /^no login works$/],
  ['with a bug', new TypeError('x'), /^an error in the test tool: TypeError: x/],
])('a preparation %s skips every check', async (_what, error, reason) => {
  const prepare = () => Promise.reject(error);
  const { stopReason, kinds, exit } = await run(
    [check('a', async () => undefined)],
    {},
    { prepare },
  );
  expect(stopReason).toMatch(reason);
  expect(kinds).toEqual({ a: 'skipped' });
  expect(exit).toBe(3);
});

test('a response check inspects every response, and of the same failure reports three, in any order of the responses', async () => {
  const responseChecks = {
    ...check('responses', async () => undefined),
    watch: () => ({
      inspect: (exchange: import('../../conformance/engine/http/exchange.ts').Exchange) =>
        exchange.response?.text === 'ok' ? { ...failure, exchanges: [exchange] } : undefined,
    }),
  };
  const sending = check('a', async ({ call }) => {
    for (const target of ['/e', '/b', '/d', '/a', '/c']) await call({ method: 'GET', target });
  });
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent) => void events.push(event);
  const { outcomes } = await run([sending], { onEvent }, { responseChecks: [responseChecks] });
  const outcome = outcomes.find(({ check: id }) => id === 'responses');
  expect(outcome?.kind).toBe('failed');
  const requests = outcome?.failures.flatMap(({ exchanges }) =>
    exchanges.map(({ request }) => request.target),
  );
  expect(requests).toEqual(['/a', '/b', '/c']);
  expect(outcome?.notes).toEqual(['occurred in 5 responses: one thing / another']);
  // The progress counts the same checks as the report.
  expect(events[0]).toMatchObject({
    type: 'started',
    rules: [{ id: 'a' }, { id: 'responses' }],
  });
  expect(events.filter(({ type }) => type === 'outcome')).toHaveLength(2);
});

test('only, skip, basis and fail-fast choose the checks that run', async () => {
  const checks = ['a/x', 'a/y', 'b/z'].map((id) => check(id, async () => failure));
  expect((await run(checks, { only: ['a'] })).kinds).toEqual({ 'a/x': 'failed', 'a/y': 'failed' });
  expect((await run(checks, { skip: ['a/*'] })).kinds).toEqual({ 'b/z': 'failed' });
  expect((await run(checks, { bases: ['decided'] })).kinds).toEqual({});
  expect((await run(checks, { failFast: true })).kinds).toEqual({
    'a/x': 'failed',
    'a/y': 'skipped',
    'b/z': 'skipped',
  });
});

test('a waiver covers a standard rule but not a shown one, and the baseline covers both', async () => {
  const profile: Profile = {
    ...emptyProfile,
    waivers: [{ check: 'a/*', reason: 'the gateway does it' }],
  };
  const checks = [
    check('a/shown', async () => failure),
    check('a/rfc', async () => failure, { basis: 'standard' }),
  ];
  expect((await run(checks, { profile })).kinds).toEqual({
    'a/shown': 'failed',
    'a/rfc': 'waived',
  });
  const known = [{ check: 'a/shown', reason: 'fixed next week' }];
  expect((await run(checks, { profile, known })).exit).toBe(0);
});

test('cleans up in reverse order and reports what is left', async () => {
  const order: string[] = [];
  const { leftovers } = await run([
    check('a', async ({ cleanUp }) => {
      cleanUp('key 1', async () => void order.push('1'));
      cleanUp('key 2', async () => {
        order.push('2');
        return 'could not be revoked';
      });
    }),
  ]);
  expect(order).toEqual(['2', '1']);
  expect(leftovers).toEqual(['key 2: could not be revoked']);
});

test('cleans up even when the time is up', async () => {
  const undone = vi.fn();
  const maxTimeMs = 300_000;
  const { leftovers } = await run(
    [
      check('a', async ({ call, cleanUp, remaining }) => {
        cleanUp('key', async () => void undone((await call(get)).response.status));
        passTime(maxTimeMs);
        expect(remaining()).toBeLessThan(0);
      }),
    ],
    { maxTimeMs },
  );
  expect(leftovers).toEqual([]);
  expect(undone).toHaveBeenCalledWith(200);
});

test('ends the checks early enough to clean up what they created', async () => {
  const undone = vi.fn();
  const { outcomes, leftovers } = await run(
    [
      check('a', async ({ call, cleanUp }) => {
        cleanUp(
          'keys',
          async () => void undone((await call(get)).response.status),
          () => 60_000,
        );
      }),
      check('b', async () => undefined, { stage: 1 }),
    ],
    { maxTimeMs: 30_000 },
  );
  expect(outcomes.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['passed', undefined],
    ['skipped', 'out of time (--max-time)'],
  ]);
  expect(leftovers).toEqual([]);
  expect(undone).toHaveBeenCalledWith(200);
});

/** Two checks that end only when both have begun. */
function meeting(ids: readonly [string, string]): Check[] {
  let begun = 0;
  let meet = () => {};
  const both = new Promise<void>((resolve) => (meet = resolve));
  return ids.map((id) =>
    check(id, async () => {
      begun += 1;
      if (begun === 2) meet();
      await both;
    }),
  );
}

test('checks of a stage run in parallel, and an exclusive check runs by itself', async () => {
  let running = 0;
  let most = 0;
  const counted = (id: string, rest: Partial<Check>) =>
    check(
      id,
      async ({ call }) => {
        running += 1;
        most = Math.max(most, running);
        await call(get);
        running -= 1;
      },
      rest,
    );
  const { kinds } = await run(meeting(['a/first', 'a/second']));
  expect(kinds).toEqual({ 'a/first': 'passed', 'a/second': 'passed' });
  await run([
    counted('b/exclusive', { exclusive: true }),
    counted('b/other', { exclusive: true }),
    counted('b/plain', {}),
  ]);
  expect(most).toBe(1);
});

test('a check that others left no room for runs again by itself, and others do not', async () => {
  const runs: string[] = [];
  let size = 0;
  const checks = ['a/crowded', 'a/passing', 'a/wrong'].map((id) =>
    check(id, async () => {
      runs.push(`${id} ${size}`);
      return id === 'a/wrong' || (id === 'a/crowded' && size > 1) ? failure : undefined;
    }),
  );
  const suite: Partial<Suite> = {
    beginBatch: (_context, given) => {
      size = given;
    },
    hasReachedLimit: () => true,
  };
  const { kinds } = await run(checks, {}, suite);
  expect(kinds).toEqual({ 'a/crowded': 'passed', 'a/passing': 'passed', 'a/wrong': 'failed' });
  expect(runs.toSorted()).toEqual([
    'a/crowded 1',
    'a/crowded 3',
    'a/passing 3',
    'a/wrong 1',
    'a/wrong 3',
  ]);
});
