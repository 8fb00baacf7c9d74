import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { generate, revoke, textIn, tokenOf } from '../support/http/call-operations.ts';
import { type Internal, introspect } from '../support/http/internal-listener.ts';
import { temporaryDatabase } from '../support/server/database.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { startTestServer } from '../support/server/test-server.ts';
import { soaking } from '../support/which-tests-run.ts';

/** One verification of a key, by the clock of the process that calls both services. */
interface Verification {
  readonly begun: number;
  readonly ended: number;
  readonly active: boolean;
}

async function verify(internal: Internal, key: string): Promise<Verification> {
  const begun = performance.now();
  const response = await introspect(internal, key);
  const active =
    typeof response === 'object' &&
    response !== null &&
    'active' in response &&
    response.active === true;
  return { begun, ended: performance.now(), active };
}

/** Asks both services again and again: each at least twice before `act` begins, and three times after it has ended. */
async function watch(services: readonly ServerProcess[], key: string, act: () => Promise<unknown>) {
  let over = false;
  const seen: Verification[] = [];
  const verifying: Promise<void>[] = [];
  const ready = services.map(
    ({ internal }) =>
      new Promise<void>((resolve) => {
        const verifyNext = async () => {
          for (let [before, after] = [0, 0]; after < 3; before += 1, after += over ? 1 : 0) {
            if (before === 2) resolve();
            seen.push(await verify(internal, key));
          }
        };
        verifying.push(verifyNext());
      }),
  );
  await Promise.race([Promise.all(ready), Promise.all(verifying)]);
  await act();
  over = true;
  await Promise.all(verifying);
  return seen;
}

test('after a revocation was acknowledged, no later verification in either process returns active', {
  timeout: soaking ? 3600_000 : 600_000,
}, async ({ annotate }) => {
  const place = await temporaryDatabase();
  const first = await startTestServer({ config: place, now: Date.now });
  const person = await addPerson(first);
  await first.close();
  const services = await Promise.all([startServerProcess(place), startServerProcess(place)]);
  const [one, other] = services;
  const token = await tokenOf(one, credentialsOf(person));

  let [before, after] = [0, 0];
  for (let round = 0; round < (soaking ? 500 : 6); round += 1) {
    // Three at once, so that commits are shared and wait for one another.
    const rounds = [one, other, one].map(async (service) => {
      const made = await generate(service, token);
      const [id, key] = [textIn(made, 'id'), textIn(made, 'api_key')];
      let [requested, acknowledged] = [0, 0];
      const end = async () => {
        await sleep(Math.random() * 20);
        requested = performance.now();
        expect((await revoke(service, token, id)).httpStatus).toBe(200);
        acknowledged = performance.now();
      };
      for (const { begun, ended, active } of await watch(services, key, end)) {
        if (begun > acknowledged) {
          after += 1;
          expect(active, 'a verification that began after the acknowledgement').toBe(false);
        } else if (ended < requested) {
          before += 1;
          expect(active, 'a verification that ended before the revocation was sent').toBe(true);
        }
      }
    });
    await Promise.all(rounds);
  }
  await annotate(
    `verifications: ${before} before a revocation, ${after} after its acknowledgement`,
  );
  // Both kinds must have been there, or nothing was shown.
  expect(before).toBeGreaterThan(50);
  expect(after).toBeGreaterThan(50);
});
