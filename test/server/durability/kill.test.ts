import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { generate, logIn, revoke } from '../../support/http/call-operations.ts';
import { internalOf, isActive } from '../../support/http/internal-listener.ts';
import { type DatabasePlace, temporaryDatabase } from '../../support/server/database.ts';
import { addPersonWithMfa } from '../../support/server/people.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { startTestServer, type TestServer } from '../../support/server/test-server.ts';
import { soaking } from '../../support/which-tests-run.ts';
import { type Acknowledged, createAcknowledged, work } from './load.ts';

const rounds = soaking ? 100 : 3;
const workers = 6;

test(`after each of ${rounds} kills under load, nothing that was acknowledged is lost`, {
  timeout: rounds * 300_000,
}, async ({ annotate }) => {
  const place = await temporaryDatabase();
  const sum = { keys: 0, revocations: 0, usedCodes: 0 };

  for (let round = 1; round <= rounds; round += 1) {
    const people = await visit(place, (server) =>
      Promise.all(Array.from({ length: workers }, () => addPersonWithMfa(server))),
    );
    const acknowledged = createAcknowledged();
    const victim = await startServerProcess(place);
    const load = people.map((person) => work(victim, person, acknowledged));
    const enough = 1 + Math.random() * 60;
    while (countOf(acknowledged) < enough) await sleep(1);
    await sleep(Math.random() * 5);
    victim.process.kill('SIGKILL');
    await Promise.all([once(victim.process, 'close'), ...load]);

    await visit(place, (server) => check(server, acknowledged, `round ${round}`));
    sum.keys += acknowledged.keys.size;
    sum.revocations += acknowledged.revocations.size;
    sum.usedCodes += acknowledged.usedCodes.length;
  }

  await annotate(`acknowledged before ${rounds} kills: ${JSON.stringify(sum)}`);
  expect(sum.keys + sum.revocations + sum.usedCodes).toBeGreaterThan(rounds);
});

function countOf({ keys, revocations, usedCodes }: Acknowledged): number {
  return keys.size + revocations.size + usedCodes.length;
}

async function check(server: TestServer, acknowledged: Acknowledged, round: string): Promise<void> {
  const internal = internalOf(server);
  for (const key of acknowledged.keys.values())
    expect(await isActive(internal, key), `${round}: a generated key`).toBe(true);
  for (const { key } of acknowledged.revocations.values())
    expect(await isActive(internal, key), `${round}: a revoked key`).toBe(false);

  for (const [id, { token, idempotencyKey }] of acknowledged.repeatable) {
    const { reason, data } = await generate(server, token, {}, idempotencyKey);
    const key = acknowledged.keys.get(id);
    if (key !== undefined)
      expect(data, `${round}: a repeated request`).toMatchObject({ id, api_key: key });
    else if (acknowledged.revocations.has(id))
      expect(reason, `${round}: a repeated request after a revocation`).toBe(
        'idempotency_key_spent',
      );
  }

  for (const credentials of acknowledged.usedCodes)
    expect((await logIn(server, credentials)).reason, `${round}: a used code`).toBe('otp_invalid');
  for (const token of acknowledged.tokens)
    expect((await generate(server, token)).httpStatus, `${round}: a token`).toBe(200);
  for (const [id, { revokedAt }] of acknowledged.revocations) {
    const responses = await Promise.all(
      acknowledged.tokens.map((token) => revoke(server, token, id)),
    );
    const own = responses.find(({ reason }) => reason === undefined);
    expect(own?.data?.revoked_at, `${round}: the time of a revocation`).toBe(revokedAt);
  }
}

/** Uses a service in this process, on the database as the victim left it. */
async function visit<Result>(
  { database, keyFile }: DatabasePlace,
  use: (server: TestServer) => Promise<Result>,
): Promise<Result> {
  const server = await startTestServer({
    config: {
      database,
      encryptionKeyFile: keyFile,
      maximumKeys: 1_000_000,
      internal: '127.0.0.1:0',
      internalCredentialFile: `${keyFile}.internal`,
    },
    now: Date.now,
  });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}
