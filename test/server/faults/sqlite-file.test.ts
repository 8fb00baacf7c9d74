import { copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generate, logIn, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
import {
  form,
  internalOf,
  readinessOf,
  sendToInternal,
} from '../../support/http/internal-listener.ts';
import { stopTimers } from '../../support/server/clock.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { addCaller, addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForTest } from '../../support/server/test-server.ts';
import { cannotMount, mountDisk } from '../../support/small-disk.ts';

const description = 'x'.repeat(255);

test.skipIf(cannotMount)(
  'a file system of four mebibytes that is full rejects writes and turns /ready red until there is space',
  async () => {
    const place = join(temporaryFolder(), 'small');
    mkdirSync(place);
    mountDisk(place, 4);
    const ballast = join(place, 'ballast');
    writeFileSync(ballast, Buffer.alloc(2560 * 1024));
    const server = await serverForTest({
      config: {
        maximumKeys: 1_000_000,
        database: join(place, 'test.db'),
        internal: { listen: '127.0.0.1:0' },
      },
    });
    const { person, token } = await addCaller(server);
    const ids: string[] = [];
    let response = await generate(server, token, { description });
    for (; response.reason === undefined; response = await generate(server, token, { description }))
      ids.push(textIn(response, 'id'));
    expect(response.reason).toBe('unavailable');
    // Acknowledged changes stay, nothing else does, and reads still work.
    const keys = await server.store.apiKeys.list(person.id, server.clock.now());
    expect(keys.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const wrong = { ...credentialsOf(person), password: 'a wrong password' };
    expect((await logIn(server, wrong)).reason).toBe('invalid_credentials');
    // What the rejected write left room for, a few probes fill.
    await expect
      .poll(() => readinessOf(server))
      .toEqual({
        ready: false,
        checks: { accepting: 'ok', store_read: 'ok', store_write: 'failed' },
        reason: 'the database cannot be used: its disk is full',
      });
    expect(server.log.text()).toContain('its disk is full');
    rmSync(ballast);
    await expect.poll(() => readinessOf(server)).toMatchObject({ ready: true });
    expect((await generate(server, token, { description })).reason).toBeUndefined();
    expect((await logIn(server, credentialsOf(person))).reason).toBeUndefined();
    expect((await revoke(server, token, ids.at(-1) ?? '')).reason).toBeUndefined();
  },
);

const waysToLose: Readonly<Record<string, (database: string, link: string) => void>> = {
  removed: (database) => rmSync(database),
  'without its write-ahead log': (database) => rmSync(`${database}-wal`),
  'without the index of that log': (database) => rmSync(`${database}-shm`),
  'moved away': (database) => renameSync(database, `${database}.old`),
  'replaced by a copy': (database) => {
    copyFileSync(database, `${database}.copy`);
    renameSync(`${database}.copy`, database);
  },
  'another one, because the link leads elsewhere': (database, link) => {
    copyFileSync(database, `${database}.copy`);
    rmSync(link);
    symlinkSync(`${database}.copy`, link);
  },
};

test.each(Object.entries(waysToLose))(
  'when the file of the database is %s, also behind a link, changes and /ready fail, and the log says why',
  async (_how, lose) => {
    const database = join(temporaryFolder(), 'test.db');
    const linked = join(temporaryFolder(), 'linked.db');
    writeFileSync(linked, '', { mode: 0o600 });
    symlinkSync(linked, database);
    const server = await serverForTest({
      config: { database, internal: { listen: '127.0.0.1:0' } },
    });
    const token = await tokenOf(server, credentialsOf(await addPerson(server)));
    const ready = () => sendToInternal(internalOf(server), { method: 'GET', target: '/ready' });
    stopTimers();
    expect((await ready()).json).toMatchObject({ ready: true });
    lose(linked, database);
    const { status, json } = await ready();
    expect(status).toBe(503);
    expect(json).toEqual({
      ready: false,
      checks: { accepting: 'ok', store_read: 'failed', store_write: 'failed' },
      reason: expect.stringMatching(
        /^the file of the database, or its -wal or -shm file, was removed/,
      ),
    });
    await ready();
    const logged = () =>
      server.log.lines().filter((line) => JSON.stringify(line).includes('was removed or'));
    expect(logged()).toHaveLength(1);
    expect((await generate(server, token, {})).reason).toBe('unavailable');
    expect(logged()).toHaveLength(2);
    // The file that the service still reads may have what is ended by now.
    const internal = internalOf(server);
    const body = `token=${token}`;
    const verification = {
      target: '/introspect',
      token: internal.credential,
      headers: [form],
      body,
    };
    expect((await sendToInternal(internal, verification)).status).toBe(503);
  },
);
