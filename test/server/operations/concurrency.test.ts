import { expect, test } from 'vitest';
import { generate, logIn, paths, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { openConnection } from '../../support/http/raw-connection.ts';
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
async function sendDuring<Result>(end: () => Promise<Result>, lines: readonly string[]): Promise<Result> {
  const connection = openConnection(server.port);
  connection.write(
    [
      ...lines,
      'Host: localhost',
      'Content-Type: application/json',
      'Content-Length: 2',
      'Expect: 100-continue',
      '',
      '',
    ].join('\r\n'),
  );
  // The service sends this when it has accepted the token.
  expect((await connection.read()).status).toBe(100);
  const result = await end();
  connection.write('{}');
  const { status, body } = await connection.read();
  connection.close();
  expect(status).toBe(401);
  expect(JSON.parse(body.toString())).toMatchObject({ status: { reason: 'token_invalid' } });
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

    const credentials = await sendDuring(
      () => end(server, person),
      [
        `POST ${paths.generate} HTTP/1.1`,
        `Authorization: Bearer ${token}`,
        ...(first === undefined ? [] : ['Idempotency-Key: same']),
      ],
    );
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
    const before = await sendDuring(end, [
      `DELETE ${paths.revoke(id)} HTTP/1.1`,
      `Authorization: Bearer ${token}`,
    ]);
    expect(await server.store.apiKeys.list(person.id, server.clock.now())).toEqual(before);
  },
);
