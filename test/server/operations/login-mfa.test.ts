import { beforeEach, expect, test } from 'vitest';
import { generate, logIn } from '../../support/http/call-operations.ts';
import {
  addPersonWithMfa,
  codeOf,
  credentialsOf,
  type PersonWithMfa,
} from '../../support/server/people.ts';
import { serverForFile } from '../../support/server/test-server.ts';

const server = await serverForFile();
let person: PersonWithMfa;
beforeEach(async () => {
  person = await addPersonWithMfa(server);
});

const logInWith = (otp: string | undefined, password = person.password) =>
  logIn(server, { identity: person.identity, password, ...(otp !== undefined && { otp }) });
const recoveryCode = (index: number) => String(person.recoveryCodes[index]);

test('a recovery code is accepted in any spelling, and used up in all of them', async () => {
  expect(
    (await logInWith(` ${recoveryCode(2).toUpperCase().replaceAll('-', ' ')}`)).httpStatus,
  ).toBe(200);
  expect((await logInWith(recoveryCode(2).replaceAll('-', ''))).reason).toBe('otp_invalid');
});

test('codes of another user are rejected', async () => {
  const other = await addPersonWithMfa(server);
  expect((await logInWith(codeOf(other, server))).reason).toBe('otp_invalid');
  expect((await logInWith(String(other.recoveryCodes[0]))).reason).toBe('otp_invalid');
  expect(
    (await logIn(server, { ...credentialsOf(other), otp: other.recoveryCodes[0] })).httpStatus,
  ).toBe(200);
});

test.each(['a code of the app', 'a recovery code'])(
  'of sixteen logins at once with %s exactly one succeeds',
  async (kind) => {
    // On a machine with one core, as many passwords may wait to be verified.
    const count = 16;
    const otp = kind === 'a recovery code' ? recoveryCode(0) : codeOf(person, server);
    const responses = await Promise.all(Array.from({ length: count }, () => logInWith(otp)));
    const reasons = responses.map(({ reason }) => reason ?? 'logged in').sort();
    expect(reasons).toEqual([
      'logged in',
      ...Array.from({ length: count - 1 }, () => 'otp_invalid'),
    ]);
    const tokens = responses.flatMap(({ data }) =>
      data === undefined ? [] : [String(data.access_token)],
    );
    expect((await generate(server, tokens[0])).httpStatus).toBe(200);
  },
);
