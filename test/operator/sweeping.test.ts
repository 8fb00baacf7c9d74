import { expect, test } from 'vitest';
import { commandLine } from '../bin/support/in-process.ts';
import { addAccount, logIn } from '../server/store/an-account.ts';
import { generate, tokenOf } from '../support/http/call-operations.ts';
import { hours } from '../support/server/clock.ts';
import { inspect, temporaryStore } from '../support/server/database.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest } from '../support/server/test-server.ts';

test('a server removes expired tokens, what remembers an Idempotency-Key after 24 hours, and nothing else', async () => {
  const server = await serverForTest({ config: { sweeping: { firstMs: 5, everyMs: 5 } } });
  // Two, because a login removes the expired tokens of its own account.
  const [old, young] = [await addPerson(server), await addPerson(server)];
  await generate(server, await tokenOf(server, credentialsOf(old)), {}, 'old');
  server.clock.advance(hours(1));
  const made = await generate(server, await tokenOf(server, credentialsOf(young)), {}, 'young');
  const rows = async (table: string) =>
    (await inspect(server.database, `select * from ${table}`)).length;
  const swept = (what: object) => expect.objectContaining({ msg: 'swept', ...what });
  await expect.poll(() => server.log.lines()).toContainEqual(swept({ accessTokens: 1 }));
  expect(await rows('access_tokens')).toBe(1);
  server.clock.advance(hours(23));
  await expect.poll(() => server.log.lines()).toContainEqual(swept({ idempotencyRecords: 1 }));
  expect(await rows('idempotency_records')).toBe(1);
  const token = await tokenOf(server, credentialsOf(young));
  expect((await generate(server, token, {}, 'young')).data).toEqual(made.data);
  expect(await rows('api_keys')).toBe(2);
});

test('an operator sweeps without a service', async () => {
  const store = await temporaryStore();
  // It goes by the machine's clock, whatever that is.
  await logIn(store, await addAccount(store, 'ana@example.com'), undefined, Date.now() - hours(2));
  const { code, stderr } = await commandLine(['sweep', '--database', store.database]);
  expect(code).toBe(0);
  expect(stderr).toBe(
    'Removed 1 expired access tokens, 0 expired rate-limit counts and 0 expired idempotency records.\n',
  );
});
