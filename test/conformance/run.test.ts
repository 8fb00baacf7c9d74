import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Check, Suite } from '../../conformance/check.ts';
import { createTarget } from '../../conformance/http/target.ts';
import { CannotTestError, exitCode, fail, skipCheck } from '../../conformance/outcome.ts';
import { emptyProfile, type Profile } from '../../conformance/profile/profile.ts';
import { runChecks } from '../../conformance/run/run-checks.ts';
import type { RunOptions } from '../../conformance/run/run-options.ts';
import { createSecrets } from '../../conformance/secrets.ts';
import { bind } from '../../conformance/suite.ts';
import { nowhere, type Planted, plant } from './planted-server.ts';

let server: Planted | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const get = { method: 'GET', target: '/' };
const failure = { expected: 'one thing', got: 'another', exchanges: [] };
const check = (id: string, run: Check['run'], rest: Partial<Check> = {}): Check => ({
  id,
  rule: `The rule of ${id}.`,
  strength: 'shown',
  source: '1',
  needs: [],
  cost: { logins: 0, failures: 0 },
  run,
  ...rest,
});

async function run(checks: readonly Check[], options: Partial<RunOptions> = {}, suite: Partial<Suite> = {}) {
  server ??= await plant((_request, response) => response.end('ok'));
  const target = createTarget({ baseUrl: server.url });
  const suites = [
    bind({ name: 'test', checks, responseChecks: [], prepare: async (context) => context, ...suite }),
  ];
  const result = await runChecks({
    target,
    profile: emptyProfile,
    secrets: createSecrets(),
    suites,
    seed: 1,
    ...options,
  });
  target.close();
  const kinds = Object.fromEntries(result.outcomes.map((outcome) => [outcome.check, outcome.kind]));
  return { ...result, kinds, exit: exitCode(result) };
}

test('a check passes, or fails by return or by throw', async () => {
  const { kinds, exit } = await run([
    check('a/kept', async ({ call }) => void (await call(get))),
    check('a/returned', async () => failure),
    check('a/thrown', async () => fail(failure)),
  ]);
  expect(kinds).toEqual({ 'a/kept': 'passed', 'a/returned': 'failed', 'a/thrown': 'failed' });
  expect(exit).toBe(1);
});

test('what is decided differs, and fails only when strict; what is observed never fails', async () => {
  const checks = [
    check('a/decided', async () => failure, { strength: 'decided' }),
    check('a/observed', async () => failure, { strength: 'observed' }),
    check('a/weaker', async () => ({ ...failure, strength: 'decided' })),
  ];
  const lenient = await run(checks);
  expect(lenient.kinds).toEqual({ 'a/decided': 'differs', 'a/observed': 'observed', 'a/weaker': 'differs' });
  expect(lenient.exit).toBe(0);
  expect((await run(checks, { strict: true })).kinds).toMatchObject({
    'a/decided': 'failed',
    'a/observed': 'observed',
  });
});

test('a bug in a check is an error in the tool, never a failure', async () => {
  const { kinds, exit } = await run([
    check('a/bug', async () => {
      throw new TypeError('x is undefined');
    }),
  ]);
  expect(kinds).toEqual({ 'a/bug': 'error' });
  expect(exit).toBe(3);
});

test('a missing fixture, a missing precondition and a spent budget skip the check, with the reason', async () => {
  const { outcomes, exit } = await run(
    [
      check('a/fixture', async () => undefined, { needs: ['mfaAccount'] }),
      check('a/precondition', async () => skipCheck('no key could be made')),
      check('a/dear', async () => undefined, { cost: { logins: 41, failures: 0 } }),
    ],
    {},
  );
  expect(outcomes.map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([
    'skipped: the profile has no fixtures.mfaAccount',
    'skipped: no key could be made',
    'skipped: rate-limited: the budget is spent (needs 41 logins, 40 left)',
  ]);
  expect(exit).toBe(3);
});

test('the cheap is asked before the dear', async () => {
  const order: string[] = [];
  const noted = (id: string, cost: Check['cost']) => check(id, async () => void order.push(id), { cost });
  await run([
    noted('dear', { logins: 0, failures: 3 }),
    noted('cheap', { logins: 1, failures: 0 }),
    noted('free', { logins: 0, failures: 0 }),
  ]);
  expect(order).toEqual(['free', 'cheap', 'dear']);
});

test('a server that brakes is waited for when time allows', async () => {
  let asked = 0;
  let wait = '1';
  server = await plant((_request, response) => {
    asked += 1;
    response.writeHead(asked === 1 ? 429 : 200, { 'retry-after': wait }).end();
  });
  const asking = check('a', async ({ call }) => {
    const { response } = await call(get);
    return response.status === 200 ? undefined : failure;
  });
  expect((await run([asking])).kinds).toEqual({ a: 'passed' });
  [asked, wait] = [0, '60'];
  const { outcomes } = await run([asking], { maxTimeMs: 50_000 });
  expect(outcomes[0]).toMatchObject({
    kind: 'skipped',
    reason: expect.stringMatching(/^rate-limited: the wait is 60 s/),
  });
});

test('a server that is not there is told as such, with exit code 3', async () => {
  const target = createTarget({ baseUrl: nowhere });
  const asking = check('a', async ({ call }) => void (await call(get)));
  const { stopReason, exit, kinds } = await run([asking], { target });
  expect(stopReason).toMatch(/refused/);
  expect(kinds).toEqual({ a: 'skipped' });
  expect(exit).toBe(3);
});

test('a preparation that fails skips every check', async () => {
  const prepare = () => Promise.reject(new CannotTestError('no login works'));
  const { stopReason, kinds, exit } = await run([check('a', async () => undefined)], {}, { prepare });
  expect(stopReason).toBe('no login works');
  expect(kinds).toEqual({ a: 'skipped' });
  expect(exit).toBe(3);
});

test('a rule about every answer sees what every check received, and tells the same break but thrice', async () => {
  const responseChecks = {
    id: 'always',
    rule: 'No answer says ok.',
    strength: 'shown' as const,
    source: '1',
    watch: () => ({
      inspect: (exchange: import('../../conformance/http/exchange.ts').Exchange) =>
        exchange.response?.text === 'ok' ? { ...failure, exchanges: [exchange] } : undefined,
    }),
  };
  const asking = check('a', async ({ call }) => {
    for (let n = 0; n < 5; n += 1) await call(get);
    return undefined;
  });
  const { outcomes } = await run([asking], {}, { responseChecks: [responseChecks] });
  const outcome = outcomes.find(({ check: id }) => id === 'always');
  expect(outcome?.kind).toBe('failed');
  expect(outcome?.failures).toHaveLength(3);
  expect(outcome?.notes).toEqual(['5 responses: one thing / another']);
});

test('only, skip, strength and fail-fast choose what is asked', async () => {
  const checks = ['a/x', 'a/y', 'b/z'].map((id) => check(id, async () => failure));
  expect((await run(checks, { only: ['a'] })).kinds).toEqual({ 'a/x': 'failed', 'a/y': 'failed' });
  expect((await run(checks, { skip: ['a/*'] })).kinds).toEqual({ 'b/z': 'failed' });
  expect((await run(checks, { strengths: ['decided'] })).kinds).toEqual({});
  expect((await run(checks, { failFast: true })).kinds).toEqual({
    'a/x': 'failed',
    'a/y': 'skipped',
    'b/z': 'skipped',
  });
});

test('a waiver forgives a standard but not what the document shows; the baseline knows either', async () => {
  const profile: Profile = { ...emptyProfile, waivers: [{ check: 'a/*', reason: 'the gateway does it' }] };
  const checks = [
    check('a/shown', async () => failure),
    check('a/rfc', async () => failure, { strength: 'standard' }),
  ];
  expect((await run(checks, { profile })).kinds).toEqual({ 'a/shown': 'failed', 'a/rfc': 'waived' });
  const known = [{ check: 'a/shown', reason: 'fixed next week' }];
  expect((await run(checks, { profile, known })).exit).toBe(0);
});

test('what was made is undone in reverse, and what stays is told', async () => {
  const order: string[] = [];
  const { leftovers } = await run([
    check('a', async ({ cleanUp }) => {
      cleanUp('key 1', async () => void order.push('1'));
      cleanUp('key 2', async () => {
        order.push('2');
        return 'could not be revoked';
      });
      return undefined;
    }),
  ]);
  expect(order).toEqual(['2', '1']);
  expect(leftovers).toEqual(['key 2: could not be revoked']);
});

test('what was made is undone even when time is up', async () => {
  const undone = vi.fn();
  let passed = 0;
  const real = performance.now.bind(performance);
  const time = vi.spyOn(performance, 'now').mockImplementation(() => real() + passed);
  onTestFinished(() => void time.mockRestore());
  const maxTimeMs = 300_000;
  const { leftovers } = await run(
    [
      check('a', async ({ call, cleanUp, remaining }) => {
        cleanUp('key', async () => void undone((await call(get)).response.status));
        passed = maxTimeMs;
        expect(remaining()).toBeLessThan(0);
        return undefined;
      }),
    ],
    { maxTimeMs },
  );
  expect(leftovers).toEqual([]);
  expect(undone).toHaveBeenCalledWith(200);
});

test('a preparation with a bug ends in exit code 3, not in a crash', async () => {
  const prepare = () => Promise.reject(new TypeError('x is undefined'));
  const { stopReason, exit } = await run([check('a', async () => undefined)], {}, { prepare });
  expect(stopReason).toMatch(/^an error in the test tool: TypeError: x is undefined/);
  expect(exit).toBe(3);
});
