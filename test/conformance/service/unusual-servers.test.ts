import { expect, test } from 'vitest';
import { createTarget } from '../../../conformance/engine/http/target.ts';
import { createSecrets } from '../../../conformance/engine/secrets.ts';
import { type Behaviour, isRefusal, refuse } from '../../mutants/model/behaviour.ts';
import { correct } from '../../mutants/model/correct.ts';
import { modelForTest } from '../../mutants/model/create-model.ts';
import { ignoringIdempotencyKeys } from '../../mutants/mutants/idempotency.ts';
import { succeedingForEveryId } from '../../mutants/mutants/revocation.ts';
import { headers, withKeyData } from '../../mutants/overrides.ts';
import { runAgainst, runService } from '../../mutants/run-against.ts';
import { timedCheck } from '../../support/timed-check.ts';
import { exitCodeOf } from '../collect-run.ts';

const unpredictable = 'keys/keys-are-unpredictable';

test('two keys are too few to show whether keys are predictable', async () => {
  const { outcomes } = await runAgainst(
    {
      // Without ids the tool cannot revoke keys to make room.
      ...withKeyData({ id: undefined }),
      generate: async (state, owner, ...request) =>
        state.keys.size < 2
          ? correct.generate(state, owner, ...request)
          : refuse('key_limit_reached'),
    },
    { only: [unpredictable], strict: true },
  );
  expect(outcomes.find(({ check }) => check === unpredictable)).toMatchObject({
    kind: 'skipped',
    reason: '2 keys are too few to show whether keys are predictable',
  });
});

test('a server whose revocations always succeed passes, unless a response shows that it revoked the key of another', async () => {
  const options = { only: ['revocation'] };
  expect(exitCodeOf(await runAgainst(succeedingForEveryId, options))).toBe(0);
  const findKey: Behaviour['findKey'] = (state, _owner, id) => state.keys.get(id);
  const { outcomes } = await runAgainst({ ...succeedingForEveryId, findKey }, options);
  expect(outcomes.filter(({ kind }) => kind === 'failed').map(({ check }) => check)).toEqual([
    'revocation/another-user-has-no-effect',
  ]);
});

test('reports a server that ignores Idempotency-Key once, and says so', async () => {
  const { outcomes, leftovers } = await runAgainst(ignoringIdempotencyKeys, { only: ['keys'] });
  const others = outcomes.filter(({ kind }) => kind !== 'passed');
  for (const { check } of others) expect(check).toMatch(/^keys\/idempotency/);
  expect(others.filter(({ kind }) => kind === 'differs')).toMatchObject([
    {
      check: 'keys/idempotency-repeat',
      failures: [{ expected: 'the same `data` in both responses', got: 'a different key' }],
    },
  ]);
  const skipped = others.filter(({ kind }) => kind === 'skipped');
  expect(skipped).toHaveLength(6);
  expect(new Set(skipped.map(({ reason }) => reason))).toEqual(
    new Set(['the server does not use `Idempotency-Key`']),
  );
  expect(leftovers).toEqual([]);
});

test('words that a check sends as tokens are not secrets and stay readable in reports', async () => {
  const { baseUrl } = await modelForTest();
  const target = createTarget({ baseUrl });
  const sent: (string | undefined)[] = [];
  target.listen(({ request }) => {
    sent.push(request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]);
  });
  const secrets = createSecrets();
  const result = await runService(target, { secrets, only: ['tokens/unknown-token-is-rejected'] });
  expect(result.outcomes.find(({ check }) => check.startsWith('tokens/'))?.kind).toBe('passed');
  for (const word of ['null', 'true', 'undefined', '__proto__']) {
    expect(sent).toContain(`Bearer ${word}`);
    expect(secrets.mask(`{"given":${word}}`)).toBe(`{"given":${word}}`);
    expect(secrets.find(`a response with ${word} in it`)).toEqual([]);
  }
});

test('a run against a server that sends no response ends after a few requests and fails', async () => {
  let requests = 0;
  const result = await runAgainst(
    {
      write: (state, response, reply, request) => {
        if (request.path.endsWith('/login')) return correct.write(state, response, reply, request);
        requests += 1;
      },
    },
    { timeoutMs: 1_000, skip: ['framing', 'limits', timedCheck] },
  );
  expect(result.stopReason).toMatch(/the server sent no response in time to \d+ requests/);
  expect(requests).toBeLessThan(100);
  expect(exitCodeOf(result)).toBe(1);
});

test('a chunk size that overflows, which exhausts some servers, is sent only with --destructive', async () => {
  const requestsOf = async (destructive: boolean) => {
    const only = ['framing/malformed-chunks'];
    const { outcomes } = await runAgainst({}, { only, destructive });
    return outcomes.find(({ check }) => check === only[0])?.requests;
  };
  const [always = 0, destructive] = [await requestsOf(false), await requestsOf(true)];
  expect(destructive).toBe(always + 1);
});

test('a framing check does not pass when the server is silent, because it may only be slow', async () => {
  const { outcomes } = await runAgainst(
    // The model waits for the remainder of this request.
    { proxy: (text) => (text.includes('Host: inner.example') ? 'GET /' : text) },
    { only: ['framing/stops-after-ambiguous-length'] },
  );
  expect(outcomes.map(({ kind, reason }) => ({ kind, reason }))).toEqual([
    {
      kind: 'skipped',
      reason: 'no response in 3 s: the server rejects the request silently, or is slow',
    },
  ]);
});

test.each(['login', 'generate', 'revoke'])(
  'a server whose %s is unavailable fails only the check that says so',
  async (operation) => {
    const { outcomes } = await runAgainst(
      {
        respond: async (state, request) => {
          const route = correct.route(state, request);
          return isRefusal(route) || route.operation !== operation
            ? correct.respond(state, request)
            : refuse('unavailable', { 'Retry-After': '1' });
        },
      },
      { strict: true, skip: [timedCheck] },
    );
    const failed = outcomes.filter(({ kind }) => kind !== 'passed' && kind !== 'skipped');
    expect(
      failed.map(({ check, reason, failures }) => ({ check, reason, got: failures[0]?.got })),
    ).toEqual([{ check: 'responses/no-server-error', reason: undefined, got: 'HTTP 503' }]);
  },
);

test('names the header in which two responses differ', async () => {
  const { outcomes } = await runAgainst(
    headers({ 'X-Lookup': 'none' }, (_outcome, request) => request?.path.endsWith('/x') === true),
    { only: ['revocation/same-response-for-malformed-id'], strict: true },
  );
  const [failure] = outcomes.flatMap(({ failures }) => failures);
  expect(failure?.got).toContain('a different header x-lookup: HTTP 404');
});
