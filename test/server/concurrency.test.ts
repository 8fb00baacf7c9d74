import { expect, test } from 'vitest';
import { generate, logIn, revoke, textIn, tokenOf } from '../support/http/call-operations.ts';
import { addPerson, credentialsOf, type Person } from '../support/server/people.ts';
import { cheapPasswords, serverForTest, type TestServer } from '../support/server/test-server.ts';

const changes: Record<string, (on: TestServer, who: Person) => Promise<unknown>> = {
  'the password changes': async ({ store, clock }, { id }) =>
    store.accounts.setPassword(id, 'a hash', clock.now()),
  'MFA is set up': ({ store, clock }, { id }) =>
    store.accounts.setMfa(
      id,
      { totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', confirmedStep: undefined, recoveryCodeHashes: [] },
      clock.now(),
    ),
  'the account is disabled': ({ store, clock }, { id }) => store.accounts.disable(id, clock.now()),
  'the account is deleted': ({ store, clock }, { id }) => store.accounts.delete(id, clock.now()),
};

test.each(Object.entries(changes))('a login under way when %s gets no token', async (_case, change) => {
  const passwords = cheapPasswords();
  let meanwhile = async () => {};
  const verify: typeof passwords.verify = async (...given) => {
    const matches = await passwords.verify(...given);
    await meanwhile();
    return matches;
  };
  const server = await serverForTest({ passwords: { ...passwords, verify } });
  const person = await addPerson(server);
  meanwhile = async () => {
    await change(server, person);
  };
  expect((await logIn(server, credentialsOf(person))).reason).toBe('invalid_credentials');
});

test('many concurrent users do not affect each other', async () => {
  const server = await serverForTest();
  const people = await Promise.all(Array.from({ length: 10 }, () => addPerson(server)));
  const lives = people.map(async (person) => {
    const token = await tokenOf(server, credentialsOf(person));
    const keys = await Promise.all(Array.from({ length: 5 }, () => generate(server, token)));
    const ids = keys.map((key) => textIn(key, 'id'));
    const revocations = await Promise.all(ids.map((id) => revoke(server, token, id)));
    expect(revocations.map(({ data }) => data?.id)).toEqual(ids);
    const listed = await server.store.apiKeys.list(person.id, server.clock.now());
    expect(listed.map(({ id }) => id).sort()).toEqual(ids.toSorted());
  });
  await Promise.all(lives);
});

test('fifty concurrent logins of one user all get a response, and twenty tokens stay valid', async () => {
  const server = await serverForTest();
  const credentials = credentialsOf(await addPerson(server));
  const tokens = await Promise.all(Array.from({ length: 50 }, () => tokenOf(server, credentials)));
  const responses = await Promise.all(tokens.map((token) => generate(server, token)));
  expect(responses.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(20);
});
