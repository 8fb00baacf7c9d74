import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createVerification } from '../../../operator/keys/verification.ts';
import { generate, logIn, revoke } from '../../support/http/call-operations.ts';
import { type DatabasePaths, temporaryDatabase } from '../../support/server/database.ts';
import { addPersonWithMfa } from '../../support/server/people.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { startTestServer, type TestServer } from '../../support/server/test-server.ts';
import { soaking } from '../../support/which-tests-run.ts';
import { createWitness, type Witness, work } from './load.ts';

const rounds = soaking ? 200 : 3;
const workers = 6;

test(`whatever was acknowledged holds, after each of ${rounds} kills under load`, {
  timeout: rounds * 300_000,
}, async ({ annotate }) => {
  const database = await temporaryDatabase();
  const sum = { keys: 0, revocations: 0, logins: 0 };
  for (let round = 1; round <= rounds; round += 1) {
    const people = await visit(database, (server) =>
      Promise.all(Array.from({ length: workers }, () => addPersonWithMfa(server))),
    );
    const witness = createWitness();
    const victim = await startServerProcess(database);
    const load = people.map((person) => work(victim, person, [...person.recoveryCodes], witness));
    const enough = 1 + Math.random() * 60;
    while (acknowledgements(witness) < enough) await sleep(1);
    await sleep(Math.random() * 5);
    victim.process.kill('SIGKILL');
    await Promise.all([once(victim.process, 'close'), ...load]);

    await visit(database, (server) => check(server, witness, `round ${round}`));
    sum.keys += witness.keys.size;
    sum.revocations += witness.revocations.size;
    sum.logins += witness.usedCodes.length;
  }
  await annotate(
    `${rounds} kills; held: ${sum.keys} keys, ${sum.revocations} revocations, ${sum.logins} used codes`,
  );
  // Victims that die before they have done anything would prove nothing.
  expect(sum.keys + sum.revocations + sum.logins).toBeGreaterThan(rounds);
});

function acknowledgements({ keys, revocations, usedCodes }: Witness): number {
  return keys.size + revocations.size + usedCodes.length;
}

async function check(server: TestServer, witness: Witness, round: string): Promise<void> {
  const { verify } = createVerification({ ...server.store, now: Date.now });
  for (const [, key] of witness.keys)
    expect(await verify(key), `${round}: a key that was handed out`).toMatchObject({
      active: true,
    });
  for (const [id, { token, value }] of witness.repeatable) {
    const { reason, data } = await generate(server, token, {}, value);
    const key = witness.keys.get(id);
    if (key !== undefined)
      expect(data, `${round}: a repetition`).toMatchObject({ id, api_key: key });
    else if (witness.revocations.has(id))
      expect(reason, `${round}: a repetition after a revocation`).toBe('idempotency_key_spent');
  }
  for (const [, { key }] of witness.revocations)
    expect(await verify(key), `${round}: a revoked key`).toEqual({ active: false });
  for (const { identity, password, otp } of witness.usedCodes)
    expect((await logIn(server, { identity, password, otp })).reason, `${round}: a used code`).toBe(
      'otp_invalid',
    );
  const [token] = witness.tokens;
  if (token === undefined) return;
  for (const one of witness.tokens)
    expect((await generate(server, one)).httpStatus, round).toBe(200);
  for (const [id, { revokedAt }] of witness.revocations) {
    const responses = await Promise.all(witness.tokens.map((one) => revoke(server, one, id)));
    const [own] = responses.filter(({ reason }) => reason === undefined);
    expect(own?.data?.revoked_at, `${round}: a revocation`).toBe(revokedAt);
  }
}

/** A service in this process, on the database as the victim left it. */
async function visit<Result>(
  place: DatabasePaths,
  look: (server: TestServer) => Promise<Result>,
): Promise<Result> {
  const server = await startTestServer({
    config: { ...place, maximumKeys: 1_000_000 },
    now: Date.now,
  });
  try {
    return await look(server);
  } finally {
    await server.close();
  }
}
