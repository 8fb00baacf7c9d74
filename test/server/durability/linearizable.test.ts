import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { generate, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { type Internal, isActive } from '../../support/http/internal-listener.ts';
import { temporaryDatabase } from '../../support/server/database.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';
import { startTestServer } from '../../support/server/test-server.ts';
import { soaking } from '../../support/which-tests-run.ts';

/** An introspection of a key, by the clock of this process. */
interface Introspection {
  readonly begun: number;
  readonly ended: number;
  readonly active: boolean;
}

async function introspect(internal: Internal, key: string): Promise<Introspection> {
  const begun = performance.now();
  const active = await isActive(internal, key);
  return { begun, ended: performance.now(), active };
}

/** Introspects the key again and again, until it did so three times after `stop` was called. */
function watch(internal: Internal, key: string) {
  const seen: Introspection[] = [];
  let isStopped = false;
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });

  async function run(): Promise<Introspection[]> {
    while (!isStopped) {
      seen.push(await introspect(internal, key));
      if (seen.length === 2) isReady();
    }
    for (let count = 0; count < 3; count += 1) seen.push(await introspect(internal, key));
    return seen;
  }

  const running = run();
  return {
    /** Resolves after two introspections. */
    ready: Promise.race([ready, running]),
    stop: () => {
      isStopped = true;
      return running;
    },
  };
}

/** Generates a key, and revokes it while both services introspect it. Returns how many introspections came before and after. */
async function revokeWhileWatched(
  service: ServerProcess,
  services: readonly ServerProcess[],
  token: string,
) {
  const generated = await generate(service, token);
  const key = textIn(generated, 'api_key');
  const watches = services.map(({ internal }) => watch(internal, key));
  await Promise.all(watches.map(({ ready }) => ready));

  await sleep(Math.random() * 20);
  const requested = performance.now();
  expect((await revoke(service, token, textIn(generated, 'id'))).httpStatus).toBe(200);
  const acknowledged = performance.now();
  const seen = (await Promise.all(watches.map(({ stop }) => stop()))).flat();

  const before = seen.filter(({ ended }) => ended < requested);
  const after = seen.filter(({ begun }) => begun > acknowledged);
  for (const { active } of before) expect(active, 'before the revocation was sent').toBe(true);
  for (const { active } of after) expect(active, 'after it was acknowledged').toBe(false);
  return { before: before.length, after: after.length };
}

test('after a revocation was acknowledged, no service on the database says that the key is active', {
  timeout: soaking ? 3_600_000 : 600_000,
}, async ({ annotate }) => {
  const place = await temporaryDatabase();
  const first = await startTestServer({
    config: { database: place.database, encryptionKeyFile: place.keyFile },
    now: Date.now,
  });
  const person = await addPerson(first);
  await first.close();
  const one = await startServerProcess(place);
  const other = await startServerProcess(place);
  const token = await tokenOf(one, credentialsOf(person));

  const sum = { before: 0, after: 0 };
  for (let round = 0; round < (soaking ? 500 : 6); round += 1) {
    // Three at once, so that commits are shared and wait for one another.
    const counts = await Promise.all(
      [one, other, one].map((service) => revokeWhileWatched(service, [one, other], token)),
    );
    for (const { before, after } of counts) {
      sum.before += before;
      sum.after += after;
    }
  }

  await annotate(`introspections: ${JSON.stringify(sum)}`);
  // Without both kinds, nothing was tested.
  expect(sum.before).toBeGreaterThan(50);
  expect(sum.after).toBeGreaterThan(50);
});
