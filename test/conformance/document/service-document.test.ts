import { expect, test } from 'vitest';
import { serviceDocumentSuite } from '../../../conformance/suite/service-document.ts';
import { type Behaviour, isRefusal, refuse } from '../../mutants/model/behaviour.ts';
import { correct } from '../../mutants/model/correct.ts';
import { ignoringIdempotencyKeys } from '../../mutants/mutants/idempotency.ts';
import { failed, headers, status, succeeded, withReply } from '../../mutants/overrides.ts';
import { runAgainst } from '../../mutants/run-against.ts';

async function run(overrides: Partial<Behaviour>) {
  const result = await runAgainst(overrides, { suites: [serviceDocumentSuite()] });
  const failed = result.outcomes
    .filter(({ kind }) => kind === 'failed' || kind === 'error')
    .flatMap(({ check, reason, failures }) =>
      failures.length === 0
        ? [`${check}: ${reason}`]
        : failures.map(({ expected, got }) => `${check}: ${expected} / ${got}`),
    );
  return { ...result, failed };
}

const other: Record<string, [Partial<Behaviour>, string]> = {
  'a body is required': [
    {
      readBody: (state, request, route) =>
        request.body.length === 0
          ? refuse('malformed_request')
          : correct.readBody(state, request, route),
    },
    'document/no-body/generateApiKey',
  ],
  'failures without a reason': [status({ reason: undefined }, failed), 'document/response-schema'],
};
test.each(Object.entries(other))(
  'another decision differs: %s',
  async (_name, [overrides, check]) => {
    const { failed, outcomes } = await run(overrides);
    expect(failed).toEqual([]);
    expect(outcomes.filter(({ kind }) => kind === 'differs').map((one) => one.check)).toContain(
      check,
    );
  },
);

test('leaves a missing challenge to the check of that header', async () => {
  expect((await run(headers({ 'WWW-Authenticate': undefined }))).failed).toEqual([]);
});

test('sends passwords of every length that the contract allows', async () => {
  const { outcomes } = await run({
    checkLogin: (value) => {
      const body = correct.checkLogin(value);
      return isRefusal(body) || (body.password ?? '').length < 100
        ? body
        : refuse('validation_failed');
    },
  });
  const outcome = outcomes.find(({ check }) => check === 'document/valid-body/login');
  expect(outcome?.failures.map(({ key }) => key)).toEqual(['/password maxLength']);
});

test('leaves a server that ignores Idempotency-Key to the check of that header', async () => {
  const { outcomes } = await run(ignoringIdempotencyKeys);
  expect(outcomes.filter(({ kind }) => kind === 'differs')).toEqual([]);
});

const broken: Record<string, Partial<Behaviour>> = {
  'a code that is a string': status(({ code }) => ({ code: String(code) })),
  'no envelope': withReply(
    ({ body }) => ({ body: JSON.stringify(JSON.parse(String(body)).data) }),
    succeeded,
  ),
  'another message on success': status({ message: 'Fine' }, succeeded),
};
test.each(Object.entries(broken))(
  'fails what breaks the interface: %s',
  async (_name, overrides) => {
    const { failed } = await run(overrides);
    expect(failed.join('\n')).toContain('document/response-schema');
  },
);
