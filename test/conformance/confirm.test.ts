import { expect, test } from 'vitest';
import type { Check } from '../../conformance/engine/check.ts';
import { createTarget } from '../../conformance/engine/http/target.ts';
import { mismatch } from '../../conformance/engine/outcome.ts';
import { emptyProfile } from '../../conformance/engine/profile/profile.ts';
import { createSecrets } from '../../conformance/engine/secrets.ts';
import { type CheckSettings, defineCheck, defineSuite } from '../../conformance/engine/suite.ts';
import { collectRun } from './collect-run.ts';
import { jsonListener, type Received, type Reply } from './json-listener.ts';
import { serverForTest } from './test-server.ts';

const settings = { rule: 'Returns what is there.', basis: 'shown', source: 'README' } as const;

/** A check that reads the stock, and fails when it is not 1. */
const reads = (id: string, more: Partial<CheckSettings> = {}): Check =>
  defineCheck({
    id,
    ...settings,
    operation: 'getStock',
    run: async ({ call }) => {
      const exchange = await call({ method: 'GET', target: '/stock/1' });
      const got = exchange.response.text;
      return got === '1' ? undefined : mismatch('1', got, [exchange], 'stock');
    },
    ...more,
  });

const writes = defineCheck({
  id: 'stock/can-be-set',
  ...settings,
  operation: 'setStock',
  run: async ({ call }) => {
    await call({ method: 'PUT', target: '/stock/1', body: '1' });
    return undefined;
  },
  exclusive: true,
});

async function run(checks: readonly Check[], respond: (request: Received) => Reply) {
  const requests: string[] = [];
  const { url } = await serverForTest(
    jsonListener((request) => {
      requests.push(`${request.method} ${request.path}`);
      return respond(request);
    }),
  );
  const target = createTarget({ baseUrl: url });
  const result = await collectRun({
    target,
    profile: emptyProfile,
    secrets: createSecrets(),
    suites: [defineSuite({ name: 'stock', checks })],
    seed: 1,
  });
  target.close();
  const ofCheck = (id: string) => result.outcomes.find(({ check }) => check === id);
  return { requests, ofCheck };
}

/** A server whose first `wrong` reads return 0. */
function slowToSettle(wrong: number) {
  let reads = 0;
  return ({ method }: Received): Reply => {
    if (method !== 'GET') return [200, 1];
    reads += 1;
    return [200, reads > wrong ? 1 : 0];
  };
}

test('reports a failure that recurs when the check runs alone', async () => {
  const { ofCheck, requests } = await run([reads('stock/is-kept')], () => [200, 0]);
  expect(ofCheck('stock/is-kept')).toMatchObject({ kind: 'failed', notes: [] });
  expect(ofCheck('stock/is-kept')?.failures).toHaveLength(1);
  expect(requests).toHaveLength(2);
});

test('notes a failure that does not recur, with the write that came before it', async () => {
  const last = reads('stock/is-kept', { exclusive: true });
  const { ofCheck } = await run([writes, last], slowToSettle(1));
  expect(ofCheck('stock/is-kept')).toMatchObject({ kind: 'passed', failures: [] });
  expect(ofCheck('stock/is-kept')?.notes).toEqual([
    'not reported, because it did not happen again when the check ran alone: 1, got 0 (the last write before was PUT /stock/1)',
  ]);
});

test('notes that other checks ran at the same time', async () => {
  const checks = ['a', 'b', 'c'].map((name) => reads(`stock/is-${name}`));
  const { ofCheck } = await run(checks, slowToSettle(3));
  for (const { id } of checks) {
    expect(ofCheck(id)).toMatchObject({ kind: 'passed' });
    expect(ofCheck(id)?.notes.join()).toContain('(2 other checks ran at the same time)');
  }
});

test('keeps a failure when the check cannot run again', async () => {
  let calls = 0;
  const { ofCheck } = await run([reads('stock/is-kept')], () => {
    calls += 1;
    return calls === 1 ? [200, 0] : [429, {}, { 'retry-after': '100000' }];
  });
  expect(ofCheck('stock/is-kept')).toMatchObject({ kind: 'failed' });
});

test('runs a check that costs logins only once', async () => {
  const login = reads('login/is-right', { cost: { logins: 1, failures: 0 } });
  const { requests } = await run([login], () => [200, 0]);
  expect(requests).toHaveLength(1);
});
