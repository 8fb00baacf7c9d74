import { generate, logIn, revoke, textIn } from '../../support/http/call-operations.ts';
import type { ApiResponse } from '../../support/http/validate-response.ts';
import { hours } from '../../support/server/clock.ts';
import {
  addCaller,
  addPerson,
  addPersonWithMfa,
  codeOf,
  credentialsOf,
} from '../../support/server/people.ts';
import type { TestServer } from '../../support/server/test-server.ts';
import { soaking } from '../../support/which-tests-run.ts';

/** A call that goes well the first time, whatever was tried before and failed. */
export type Call = () => Promise<ApiResponse>;

/** Makes what an operation needs, with people of its own. */
const scenes: Readonly<Record<string, (server: TestServer) => Promise<Call>>> = {
  login: async (server) => {
    const person = await addPerson(server);
    return () => logIn(server, credentialsOf(person));
  },

  'login with a code': async (server) => {
    const person = await addPersonWithMfa(server);
    const otp = codeOf(person, server);
    // The code is good for one login: that it still is, the next call shows.
    return () => logIn(server, { ...credentialsOf(person), otp });
  },

  'login with a recovery code': async (server) => {
    const person = await addPersonWithMfa(server);
    const [otp] = person.recoveryCodes;
    return () => logIn(server, { ...credentialsOf(person), otp });
  },

  'generation of a key': async (server) => {
    const { token } = await addCaller(server);
    return () => generate(server, token, { description: 'faults' });
  },

  'generation of a key with an Idempotency-Key': async (server) => {
    const { person, token } = await addCaller(server);
    return () => generate(server, token, { description: 'faults' }, person.id);
  },

  'revocation of a key': async (server) => {
    const { token } = await addCaller(server);
    const id = textIn(await generate(server, token), 'id');
    return () => revoke(server, token, id);
  },
};

export const sceneNames = Object.keys(scenes);

/** Where each statement fails once: a login and a change with all that they can have, and the others when soaked. */
export const longScenes = soaking
  ? sceneNames
  : ['login with a code', 'generation of a key with an Idempotency-Key'];

/** When the caches of the service have expired, so that each call sends the same queries. */
export function sceneOf(server: TestServer, name: string): Promise<Call> {
  const make = scenes[name];
  if (make === undefined) throw new Error(`no scene ${name}`);
  server.clock.advance(hours(1));
  return make(server);
}
