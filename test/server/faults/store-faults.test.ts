import { describe, expect, test } from 'vitest';
import type { Answer } from '../../support/answer.ts';
import { generate, logIn, revoke, textIn, tokenOf } from '../../support/calls.ts';
import { addPerson, addPersonWithMfa, codeOf, credentialsOf } from '../../support/people.ts';
import { soaking } from '../../support/soaking.ts';
import { serverForTest, type TestServer } from '../../support/test-server.ts';
import { rowsOf } from './rows.ts';
import { type Fault, type Faults, faults, plantFaults } from './sqlite-faults.ts';

// Every statement of every operation fails once in each way. Whatever fails, the caller hears it on contract, nothing is
// half done, and the next call goes well.

interface Scene {
  call(): Promise<Answer>;
}

const scenes: Readonly<Record<string, (server: TestServer) => Promise<Scene>>> = {
  login: async (server) => {
    const person = await addPerson(server);
    return { call: () => logIn(server, credentialsOf(person)) };
  },

  'login with a code': async (server) => {
    const person = await addPersonWithMfa(server);
    const otp = codeOf(person, server);
    return {
      // The code is good for one login: that it still is, the next call shows.
      call: () => logIn(server, { ...credentialsOf(person), otp }),
    };
  },

  'login with a recovery code': async (server) => {
    const person = await addPersonWithMfa(server);
    const [otp] = person.recoveryCodes;
    return {
      call: () => logIn(server, { ...credentialsOf(person), otp }),
    };
  },

  'generation of a key': async (server) => {
    const person = await addPerson(server);
    const token = await tokenOf(server, credentialsOf(person));
    return {
      call: () => generate(server, token, { description: 'faults' }),
    };
  },

  'revocation of a key': async (server) => {
    const person = await addPerson(server);
    const token = await tokenOf(server, credentialsOf(person));
    const id = textIn(await generate(server, token), 'id');
    return { call: () => revoke(server, token, id) };
  },
};

describe.each(Object.keys(scenes))('%s', (name) => {
  // Soaked, each statement fails in every way; else the ways take turns, as it is the place that makes the difference.
  const kinds = Object.keys(faults) as Fault[];
  const turns = soaking ? kinds.length : 1;

  test.each([
    ['the statement does nothing', false],
    ['SQLite ends the transaction as well', true],
  ])('each statement in turn fails, and %s', { timeout: 120_000 * turns }, async (_how, rolledBack) => {
    const planted = plantFaults();
    const server = await serverForTest();
    const statements = await count(server, planted, name);
    expect(statements).toBeGreaterThan(2);
    const look = rowsOf(server.database);

    for (let step = 0; step < turns * statements; step += 1) {
      const nth = 1 + (step % statements);
      const fault = kinds[(nth + Math.floor(step / statements)) % kinds.length] ?? 'disk full';
      // Whoever has the lock from the beginning is never found busy in the middle.
      if (rolledBack && fault === 'file busy for a moment') continue;
      const { call } = await sceneOf(server, name);
      const before = look();
      planted.failAt(nth, fault, { rolledBack });
      const failed = await call();
      planted.mend();
      if (failed.reason === undefined) continue;

      const where = `${fault} at statement ${nth}`;
      expect(failed.reason, where).toBe('unavailable');
      expect(look(), where).toEqual(before);
      expect((await call()).reason, `after ${where}`).toBeUndefined();
    }
  });
});

test('while the disk is full every operation says so, and each works when there is space again', async () => {
  const planted = plantFaults();
  const server = await serverForTest();
  const all = await Promise.all(Object.keys(scenes).map((name) => sceneOf(server, name)));
  planted.failAlways('disk full');
  for (const { call } of all) expect((await call()).reason).toBe('unavailable');
  planted.mend();
  for (const { call } of all) expect((await call()).reason).toBeUndefined();
});

async function count(server: TestServer, planted: Faults, name: string): Promise<number> {
  const { call } = await sceneOf(server, name);
  planted.mend();
  expect((await call()).reason).toBeUndefined();
  return planted.ran();
}

function sceneOf(server: TestServer, name: string): Promise<Scene> {
  const make = scenes[name];
  if (make === undefined) throw new Error(`no scene ${name}`);
  return make(server);
}
