import { randomBytes } from 'node:crypto';
import { createTotpSecret } from '../../../server/security/mfa-secrets.ts';
import { codeOf, credentialsOf, type Person } from '../../support/server/people.ts';
import type { TestServer } from '../../support/server/test-server.ts';

/** What an operator does during a request. */
export type TokenEnd = (server: TestServer, person: Person) => Promise<unknown>;

/** What ends the tokens of a user. Each returns the body of a login after it. */
export const tokenEnds = {
  'a change of password': async ({ store, passwords, clock }, person) => {
    const password = 'another horse battery staple';
    await store.accounts.setPassword(person.id, await passwords.hash(password), clock.now());
    return credentialsOf({ ...person, password });
  },
  'an account that is disabled and enabled again': async ({ store, clock }, person) => {
    await store.accounts.disable(person.id, clock.now());
    await store.accounts.enable(person.id, clock.now());
    return credentialsOf(person);
  },
  'new MFA': async (server, person) => {
    const totpSecret = createTotpSecret(randomBytes);
    const mfa = { totpSecret, confirmedStep: undefined, recoveryCodeHashes: [] };
    await server.store.accounts.setMfa(person.id, mfa, server.clock.now());
    const otp = codeOf({ ...person, totpSecret, recoveryCodes: [] }, server);
    return { ...credentialsOf(person), otp };
  },
} as const satisfies Readonly<Record<string, TokenEnd>>;

export const accountChanges: Readonly<Record<string, TokenEnd>> = {
  ...tokenEnds,
  'a disabled account': ({ store, clock }, { id }) => store.accounts.disable(id, clock.now()),
  'a deleted account': ({ store, clock }, { id }) => store.accounts.delete(id, clock.now()),
};
