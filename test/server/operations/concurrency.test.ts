import { expect, test } from 'vitest';
import { generate, logIn, paths, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { beginRequest, type Request } from '../../support/http/send-request.ts';
import { validateResponse } from '../../support/http/validate-response.ts';
import { addCaller, addPerson, credentialsOf } from '../../support/server/people.ts';
import { cheapPasswords, serverForFile, serverForTest } from '../../support/server/test-server.ts';
import { accountChanges, tokenEnds } from './token-ends.ts';

const server = await serverForFile();

test.each(Object.entries(accountChanges))(
  'a login that runs during %s gets no token',
  async (_case, change) => {
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
  },
);

/** Sends a request whose token ends while its body is on its way. */
async function sendDuring<Result>(end: () => Promise<Result>, request: Request): Promise<Result> {
  const connection = await beginRequest(server, request);
  const result = await end();
  connection.write('{}');
  expect(validateResponse(await connection.read()).reason).toBe('token_invalid');
  return result;
}

const requests = [
  ['without an Idempotency-Key', undefined],
  ['with a new Idempotency-Key', 'another'],
  ['that is repeated', 'same'],
] as const;
const tokenEndsOfRequests = Object.entries(tokenEnds).flatMap(([change, end]) =>
  requests.map(([request, first]) => [change, request, end, first] as const),
);

test.each(tokenEndsOfRequests)(
  '%s while the body is on its way: a request %s gets no key',
  async (...given) => {
    const [, , end, first] = given;
    const { person, token } = await addCaller(server);
    if (first !== undefined) await generate(server, token, {}, first);
    const before = await server.store.apiKeys.list(person.id, server.clock.now());

    const headers = first === undefined ? [] : [['Idempotency-Key', 'same'] as const];
    const request = { target: paths.generate, token, headers };
    const credentials = await sendDuring(() => end(server, person), request);
    expect(await server.store.apiKeys.list(person.id, server.clock.now())).toEqual(before);
    const later = await tokenOf(server, credentials);
    expect(textIn(await generate(server, later), 'api_key')).toMatch(/^aak_/);
  },
);

test.each(Object.entries(accountChanges))(
  '%s while the body is on its way: a request revokes no key',
  async (_case, change) => {
    const { person, token } = await addCaller(server);
    const id = textIn(await generate(server, token), 'id');
    const end = async () => {
      await change(server, person);
      return server.store.apiKeys.list(person.id, server.clock.now());
    };
    const before = await sendDuring(end, { method: 'DELETE', target: paths.revoke(id), token });
    expect(await server.store.apiKeys.list(person.id, server.clock.now())).toEqual(before);
  },
);
