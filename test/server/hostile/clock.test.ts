import { expect, test } from 'vitest';
import { generate, logIn, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { internalOf, introspect } from '../../support/http/internal-listener.ts';
import { hours, seconds } from '../../support/server/clock.ts';
import { addPerson, addPersonWithMfa, codeOf, credentialsOf } from '../../support/server/people.ts';
import { serverForTest } from '../../support/server/test-server.ts';

const day = hours(24);

test('a clock that jumps a day ahead ends every token, and all users can log in again', async () => {
  const server = await serverForTest({ rateLimits: true });
  const person = await addPersonWithMfa(server);
  const token = await tokenOf(server, { ...credentialsOf(person), otp: codeOf(person, server) });
  server.clock.advance(day);
  expect((await generate(server, token)).reason).toBe('token_invalid');
  const login = { ...credentialsOf(person), otp: codeOf(person, server) };
  expect((await logIn(server, login)).reason).toBeUndefined();
});

test('when the clock is set back a day, no used code works again, and recovery codes work', async () => {
  const server = await serverForTest();
  const person = await addPersonWithMfa(server);
  const otp = codeOf(person, server);
  await tokenOf(server, { ...credentialsOf(person), otp });
  server.clock.advance(-day);
  // Its step lies in the future now, and those of the present came before the one that was used.
  for (const code of [otp, codeOf(person, server), codeOf(person, server, 1)])
    expect((await logIn(server, { ...credentialsOf(person), otp: code })).reason).toBe('otp_invalid');
  const [recovery] = person.recoveryCodes;
  expect((await logIn(server, { ...credentialsOf(person), otp: recovery })).reason).toBeUndefined();
});

test('when the clock is set back a day, keys stay revoked, and revocations keep their time', async () => {
  const server = await serverForTest({ config: { internal: { listen: '127.0.0.1:0' } } });
  const person = await addPerson(server);
  const token = await tokenOf(server, credentialsOf(person));
  const made = await generate(server, token);
  const id = textIn(made, 'id');
  const { data } = await revoke(server, token, id);
  server.clock.advance(-day);
  expect(await introspect(internalOf(server), textIn(made, 'api_key'))).toEqual({ active: false });
  const again = await tokenOf(server, credentialsOf(person));
  expect((await revoke(server, again, id)).data).toEqual(data);
});

test('when the clock is set back a day, no one waits longer than the longest wait', async () => {
  const server = await serverForTest({ rateLimits: true });
  const person = await addPerson(server);
  for (let count = 0; count < 6; count += 1)
    await logIn(server, { ...credentialsOf(person), password: 'a wrong password of mine' });
  expect((await logIn(server, credentialsOf(person))).reason).toBe('rate_limited');
  server.clock.advance(-day);
  const rateLimited = await logIn(server, credentialsOf(person));
  if (rateLimited.reason !== undefined) {
    expect(rateLimited.reason).toBe('rate_limited');
    const wait = Number(rateLimited.header('retry-after'));
    expect(wait).toBeLessThanOrEqual(900);
    server.clock.advance(seconds(wait));
  }
  expect((await logIn(server, credentialsOf(person))).reason).toBeUndefined();
});

test('a token that was issued before the clock was set back expires after its hour', async () => {
  const server = await serverForTest();
  const token = await tokenOf(server, credentialsOf(await addPerson(server)));
  server.clock.advance(-day);
  server.clock.advance(day + hours(1) - 1);
  expect((await generate(server, token)).reason).toBeUndefined();
  server.clock.advance(1);
  expect((await generate(server, token)).reason).toBe('token_invalid');
});
