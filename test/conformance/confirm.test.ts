import { describe, expect, test } from 'vitest';
import type { Check } from '../../conformance/engine/check.ts';
import type { Request } from '../../conformance/engine/http/request.ts';
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

/** A check that sends this request, and is content with every response. */
const sends = (id: string, request: Request, more: Partial<CheckSettings> = {}): Check =>
  defineCheck({
    id,
    ...settings,
    operation: 'anything',
    run: async ({ target }) => {
      await target.send(request);
      return undefined;
    },
    exclusive: true,
    ...more,
  });

const noServerError = 'responses/no-server-error';
const getsStock = sends('stock/is-there', { method: 'GET', target: '/stock/1' });

/** A server whose first `wrong` responses to a method are 500. */
function failingAtFirst(wrong: number, of: string, then: Reply = [200, 1]) {
  let requests = 0;
  return ({ method }: Received): Reply => {
    if (method !== of) return [200, 1];
    requests += 1;
    return requests > wrong ? then : [500, {}];
  };
}

describe('a finding in a response', () => {
  test('is reported when it recurs, and counted as often as a check met it', async () => {
    const { ofCheck, requests } = await run([getsStock], () => [500, {}]);
    expect(ofCheck(noServerError)).toMatchObject({ kind: 'failed', notes: [] });
    expect(ofCheck(noServerError)?.failures).toHaveLength(1);
    expect(requests).toEqual(['GET /stock/1', 'GET /stock/1']);
  });

  test('is a note when it does not recur, with the write that came before it', async () => {
    const { ofCheck } = await run([writes, getsStock], failingAtFirst(1, 'GET'));
    expect(ofCheck(noServerError)).toMatchObject({ kind: 'passed', failures: [] });
    expect(ofCheck(noServerError)?.notes).toEqual([
      'not reported, because it did not happen again when the request was sent again: no 5xx status, got HTTP 500 (the last write before was PUT /stock/1)',
    ]);
  });

  test('is a note that names the other checks when it shows only under load', async () => {
    const checks = ['a', 'b', 'c'].map((name) =>
      sends(`stock/is-${name}`, { method: 'GET', target: `/stock/${name}` }, { exclusive: false }),
    );
    const { ofCheck } = await run(checks, failingAtFirst(3, 'GET'));
    expect(ofCheck(noServerError)).toMatchObject({ kind: 'passed' });
    expect(ofCheck(noServerError)?.notes.join()).toContain('2 other checks ran at the same time');
  });

  test('is looked for with a new resource where the first request is used up', async () => {
    let made = 0;
    const deletes = defineCheck({
      id: 'stock/can-be-deleted',
      ...settings,
      operation: 'deleteStock',
      exclusive: true,
      run: async ({ target }) => {
        made += 1;
        await target.send({ method: 'DELETE', target: `/stock/${made}` });
        return undefined;
      },
    });
    const known = new Set<string>();
    const deletingTwice =
      (status: number) =>
      ({ path }: Received): Reply => {
        if (known.has(path)) return [404, {}];
        known.add(path);
        return known.size > 1 ? [status, {}] : [500, {}];
      };
    const recurring = await run([deletes], deletingTwice(500));
    expect(recurring.requests).toEqual(['DELETE /stock/1', 'DELETE /stock/1', 'DELETE /stock/2']);
    expect(recurring.ofCheck(noServerError)).toMatchObject({ kind: 'failed' });

    known.clear();
    made = 0;
    const { ofCheck } = await run([deletes], deletingTwice(204));
    expect(ofCheck(noServerError)).toMatchObject({ kind: 'passed' });
  });

  test('is reported when its request cannot be sent a second time', async () => {
    const usedUp = failingAtFirst(1, 'POST', [409, {}]);
    let isFirst = true;
    const sendsOnce = defineCheck({
      id: 'stock/is-made',
      ...settings,
      operation: 'makeStock',
      exclusive: true,
      run: async ({ target }) => {
        if (isFirst) await target.send({ method: 'POST', target: '/stock' });
        isFirst = false;
        return undefined;
      },
    });
    const { ofCheck } = await run([sendsOnce], usedUp);
    expect(ofCheck(noServerError)).toMatchObject({ kind: 'failed' });
  });

  test('is reported without another login when its check costs one', async () => {
    const login = { method: 'POST', target: '/login', body: '{}' } as const;
    const costly = sends('login/works', login, { cost: { logins: 1, failures: 0 } });
    const { ofCheck, requests } = await run([costly], failingAtFirst(1, 'POST'));
    expect(ofCheck(noServerError)).toMatchObject({ kind: 'failed' });
    expect(requests).toHaveLength(1);
  });

  test('is reported when it occurs now and then in the whole run', async () => {
    const checks = [1, 2, 3, 4].map((at) =>
      sends(`stock/is-${at}`, { method: 'GET', target: `/stock/${at}` }),
    );
    let requests = 0;
    const { ofCheck } = await run(checks, () => {
      requests += 1;
      return requests % 2 === 1 ? [500, {}] : [200, 1];
    });
    expect(ofCheck(noServerError)).toMatchObject({ kind: 'failed' });
  });
});
