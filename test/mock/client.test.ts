import { expect, test } from 'vitest';
import { createClient } from '../../client/index.ts';
import { createMock } from '../../mock/create-mock.ts';
import { base, credentials, mfa, plain } from './in-process.ts';

function clientOf(scenario?: string) {
  const mock = createMock({ otp: '000000', ...(scenario !== undefined && { scenario }) });
  const options = {
    baseUrl: base,
    fetch: (request: Request) => mock.fetch(request),
    random: () => 0,
    // A test that waits for a response here waits for the machine.
    timeout: 300_000,
  };
  return { mock, client: createClient({ ...options, credentials: credentials(plain) }), options };
}

test('the client works with the mock instead of the network', async () => {
  const { client } = clientOf();
  const key = await client.generateApiKey({ description: 'In a test' });
  expect(key).toMatchObject({ description: 'In a test' });
  expect(await client.revokeApiKey(key.id)).toMatchObject({ id: key.id });
});

test('it logs in again when its token has expired by the clock of the mock', async () => {
  const { mock, client } = clientOf();
  await client.generateApiKey();
  mock.clock.advance(2 * 60 * 60 * 1000);
  await client.generateApiKey();
  const sent = mock.journal().map(({ operation, status }) => `${operation} ${status}`);
  expect(sent).toEqual([
    'login 200',
    'generateApiKey 200',
    'generateApiKey 401',
    'login 200',
    'generateApiKey 200',
  ]);
});

test('with idempotency keys, it gets the key whose response was lost', async () => {
  const { mock, options } = clientOf();
  const client = createClient({ ...options, credentials: credentials(plain), idempotencyKeys: true });
  const { id: unrelated } = await client.generateApiKey();
  mock.use('reset-once');
  const lost = await client.generateApiKey({ description: 'Lost' }, { idempotencyKey: 'deploy-7' });
  const again = await client.generateApiKey({ description: 'Lost' }, { idempotencyKey: 'deploy-7' });
  expect({ ...again }).toEqual({ ...lost });
  expect(lost.id).not.toBe(unrelated);
  const other = client.result.generateApiKey({ description: 'Other' }, { idempotencyKey: 'deploy-7' });
  expect(await other).toMatchObject({ failure: { reason: 'idempotency_conflict', code: 409 } });
});

test('it sends the fixed code of the mock where a code is required', async () => {
  const { options } = clientOf();
  const client = createClient({ ...options, credentials: { ...credentials(mfa), otp: () => '000000' } });
  expect(await client.generateApiKey()).toMatchObject({ id: expect.stringMatching(/^key_/) });
});

test.each([
  ['truncated', 'unexpected_response'],
  ['html', 'unexpected_response'],
  ['empty-500', 'unexpected_response'],
  ['reset', 'no_response'],
])('the scenario %s is a failure with a reason', async (scenario, reason) => {
  const { client } = clientOf(scenario);
  const result = await client.result.login(credentials(plain));
  expect(result).toMatchObject({ ok: false, failure: { reason } });
});
