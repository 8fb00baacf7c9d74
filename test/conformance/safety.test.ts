import { expect, test } from 'vitest';
import { exitCode } from '../../conformance/outcome.ts';
import { isRefusal, refuse } from '../mutants/model/behaviour.ts';
import { correct } from '../mutants/model/correct.ts';
import { runAgainst } from '../mutants/run-against.ts';
import { timedCheck } from '../support/timed-check.ts';

test('a run against a server that sends no response ends after a few requests and fails', async () => {
  let requests = 0;
  const result = await runAgainst(
    {
      write: (state, response, reply, request) => {
        if (request.path.endsWith('/login')) return correct.write(state, response, reply, request);
        requests += 1;
      },
    },
    { timeoutMs: 300, skip: ['framing', 'limits', timedCheck] },
  );
  expect(result.stopReason).toMatch(/the server sent no response in time to \d+ requests/);
  expect(requests).toBeLessThan(100);
  expect(exitCode(result)).toBe(1);
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

test.each([
  ['login', 'login'],
  ['generate', 'generateApiKey'],
  ['revoke', 'revokeApiKey'],
])('a server whose %s is unavailable fails only the check that says so', async (operation) => {
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
  expect(failed.map(({ check, reason, failures }) => ({ check, reason, got: failures[0]?.got }))).toEqual([
    { check: 'responses/no-server-error', reason: undefined, got: 'HTTP 503' },
  ]);
});
