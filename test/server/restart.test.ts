import { expect, test } from 'vitest';
import { serveInChild } from '../support/command/run-command.ts';
import { generate, logIn, revoke, textIn, tokenOf } from '../support/http/call-operations.ts';
import { addPerson, addPersonWithMfa, codeOf, credentialsOf } from '../support/server/people.ts';
import { serverForTest, startTestServer } from '../support/server/test-server.ts';
import { argumentsOf, temporaryDatabase } from './store/temporary-store.ts';

test('accounts, tokens, keys and revocations survive a restart', async () => {
  const config = await temporaryDatabase();
  const before = await startTestServer({ config });
  const person = await addPerson(before);
  const token = await tokenOf(before, credentialsOf(person));
  const [kept, revoked] = [await generate(before, token), await generate(before, token)];
  const { data } = await revoke(before, token, textIn(revoked, 'id'));
  await before.close();

  const after = await serverForTest({ config });
  expect(textIn(await logIn(after, credentialsOf(person)), 'me_id')).toBe(person.id);
  after.clock.advance(1000);
  expect((await revoke(after, token, textIn(revoked, 'id'))).data).toEqual(data);
  expect((await revoke(after, token, textIn(kept, 'id'))).httpStatus).toBe(200);
});

test('a used code stays used', async () => {
  const config = await temporaryDatabase();
  const before = await startTestServer({ config });
  const person = await addPersonWithMfa(before);
  const codes = [codeOf(person, before), String(person.recoveryCodes[0])];
  for (const otp of codes)
    expect((await logIn(before, { ...credentialsOf(person), otp })).httpStatus).toBe(200);
  await before.close();

  const after = await serverForTest({ config });
  for (const otp of codes)
    expect((await logIn(after, { ...credentialsOf(person), otp })).reason).toBe('otp_invalid');
});

test('kill -9 right after the responses loses neither a key nor a revocation', async () => {
  const place = await temporaryDatabase();
  const preparing = await startTestServer({ config: place });
  const credentials = credentialsOf(await addPerson(preparing));
  await preparing.close();

  const first = await serveInChild(argumentsOf(place));
  const token = await tokenOf(first, credentials);
  const id = textIn(await generate(first, token), 'id');
  first.signal('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');

  const second = await serveInChild(argumentsOf(place));
  const { data } = await revoke(second, token, id);
  expect(data?.id).toBe(id);
  second.signal('SIGKILL');
  expect(await second.ended).toBe('SIGKILL');

  const third = await serveInChild(argumentsOf(place));
  expect((await revoke(third, token, id)).data).toEqual(data);
});
