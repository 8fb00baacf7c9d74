import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generate, logIn, revoke, textIn } from '../../../support/http/call-operations.ts';
import { internalOf, readinessOf } from '../../../support/http/internal-listener.ts';
import { temporaryFolder } from '../../../support/server/database.ts';
import { addCaller, credentialsOf } from '../../../support/server/people.ts';
import { serverForTest } from '../../../support/server/test-server.ts';
import { cannotMount, mountDisk } from '../../../support/small-disk.ts';

const description = 'x'.repeat(255);

test.skipIf(cannotMount)(
  'while the disk is full, changes are rejected with 503 and /ready says why; nothing that was acknowledged is lost',
  async () => {
    const folder = join(temporaryFolder(), 'small');
    mkdirSync(folder);
    mountDisk(folder, 4);
    const ballast = join(folder, 'ballast');
    writeFileSync(ballast, Buffer.alloc(2560 * 1024));
    const server = await serverForTest({
      config: {
        database: join(folder, 'test.db'),
        maximumKeys: 1_000_000,
        internal: '127.0.0.1:0',
      },
    });
    const { person, token } = await addCaller(server);

    const ids: string[] = [];
    let response = await generate(server, token, { description });
    while (response.reason === undefined) {
      ids.push(textIn(response, 'id'));
      response = await generate(server, token, { description });
    }
    expect(response).toMatchObject({ httpStatus: 503, reason: 'unavailable' });
    const keys = await server.store.apiKeys.list(person.id);
    expect(keys.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());

    // Reads still work.
    const wrong = { ...credentialsOf(person), password: 'a wrong password' };
    expect((await logIn(server, wrong)).reason).toBe('invalid_credentials');
    // The first checks may fit into what the rejected change left free.
    const internal = internalOf(server);
    await expect
      .poll(() => readinessOf(internal))
      .toEqual({ ready: false, reason: 'the database cannot be used: its disk is full' });
    expect(server.log.text()).toContain('its disk is full');

    rmSync(ballast);
    expect(await readinessOf(internal)).toEqual({ ready: true });
    expect((await generate(server, token, { description })).reason).toBeUndefined();
    expect((await logIn(server, credentialsOf(person))).reason).toBeUndefined();
    expect((await revoke(server, token, ids.at(-1) ?? '')).reason).toBeUndefined();
  },
);
