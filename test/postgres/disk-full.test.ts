import { appendFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generate, logIn, textIn } from '../support/http/call-operations.ts';
import { readinessOf } from '../support/http/internal-listener.ts';
import { folderOfPostgres, giveToPostgres } from '../support/postgres/run-as-postgres.ts';
import { tamper } from '../support/server/database.ts';
import { addCaller, credentialsOf } from '../support/server/people.ts';
import type { TestServer } from '../support/server/test-server.ts';
import { cannotMount, mountDisk } from '../support/small-disk.ts';
import { createCluster, serveOn, withoutPrograms } from './cluster.ts';

const mebibyte = 2 ** 20;
const description = 'x'.repeat(255);

/** A disk of its own, which `fill` leaves about a mebibyte of. */
function smallDisk(mebibytes: number) {
  const folder = folderOfPostgres();
  mountDisk(folder, mebibytes);
  giveToPostgres(folder, 0o700);
  const ballast = join(folder, 'ballast');
  const room = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize - mebibyte;
  };
  return {
    folder,
    // Piece by piece, as PostgreSQL writes too.
    fill: () => {
      for (let left = room(); left > 0; left = room())
        appendFileSync(ballast, Buffer.alloc(Math.min(left, mebibyte)));
    },
    free: () => rmSync(ballast),
  };
}

/** Generates keys until the service refuses one. Returns the ids of those that it acknowledged. */
async function generateUntilFull(server: TestServer, token: string): Promise<string[]> {
  const ids: string[] = [];
  let isFull = false;
  const work = async () => {
    while (!isFull) {
      const response = await generate(server, token, { description });
      if (response.reason === undefined) ids.push(textIn(response, 'id'));
      else {
        isFull = true;
        expect(response).toMatchObject({ httpStatus: 503, reason: 'unavailable' });
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return ids;
}

test.skipIf(withoutPrograms || cannotMount)(
  'a full disk of the tables: writes are 503 and /ready is red until there is space',
  async () => {
    const disk = smallDisk(32);
    const cluster = createCluster();
    await cluster.start();
    await tamper(cluster.urlOf('postgres'), `create tablespace small location '${disk.folder}'`);
    await tamper(cluster.urlOf('postgres'), 'create database accounts tablespace small');
    const server = await serveOn(cluster.urlOf('accounts'));
    const { person, token } = await addCaller(server);
    // The row of the probe has its space already.
    await expect.poll(() => readinessOf(server)).toMatchObject({ ready: true });
    disk.fill();
    const ids = await generateUntilFull(server, token);
    // The change that was refused may have left room for the probe.
    await expect
      .poll(async () => {
        ids.push(...(await generateUntilFull(server, token)));
        return readinessOf(server);
      })
      .toMatchObject({ ready: false, reason: expect.stringContaining('No space left on device') });
    disk.free();
    await expect.poll(() => readinessOf(server)).toMatchObject({ ready: true });
    const keys = await server.store.apiKeys.list(person.id, server.clock.now());
    expect(keys.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect((await generate(server, token, { description })).reason).toBeUndefined();
    expect((await logIn(server, credentialsOf(person))).reason).toBeUndefined();
  },
);
