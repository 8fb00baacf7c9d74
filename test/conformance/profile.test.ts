import { expect, test } from 'vitest';
import { ProfileError, readProfile } from '../../conformance/engine/profile/read-profile.ts';
import {
  serviceProfileOf,
  serviceProfilePart,
} from '../../conformance/suite/profile/service-profile.ts';
import { profileTemplate } from '../../conformance/suite/profile/template.ts';

const sources = {
  environment: { ACCOUNT_PASSWORD: 'from the environment' },
  folder: import.meta.dirname,
  prompt: undefined,
};
const read = async (text: string) =>
  serviceProfileOf(await readProfile(text, sources, [serviceProfilePart]));
const problems = async (text: string) => {
  const error = await read(text).catch((caught: unknown) => caught);
  return error instanceof ProfileError ? error.problems : error;
};

test('the template is a valid profile whose secrets come from the environment', async () => {
  const profile = await read(profileTemplate());
  expect(profile.fixtures.account?.password).toBe('from the environment');
  expect(profile.budget).toEqual({
    logins: Number.POSITIVE_INFINITY,
    failures: Number.POSITIVE_INFINITY,
  });
});

test('an empty profile has no fixtures', async () => {
  expect((await read('')).fixtures).toEqual({});
});

test('reports each problem in one line with the path to the value', async () => {
  expect(
    await problems(
      'fixtures: { account: { identity: a } }\nfailures: maybe\nbudget: { logins: -1 }\nx: 1',
    ),
  ).toEqual([
    '/: unknown field "x"',
    '/budget/logins: must be >= 0',
    '/budget/logins: must be a whole number or "unlimited"',
    "/fixtures/account: must have required property 'password'",
    '/failures: must be one of http, envelope, auto',
  ]);
});

test('rejects a secret in plain text unless the profile is marked as demo', async () => {
  const fixture = 'fixtures: { account: { identity: a, password: secret } }';
  expect(await problems(fixture)).toEqual([
    '/fixtures/account/password: must be env:NAME, file:path, command:program or prompt; plain text is allowed only with "demo: true"',
  ]);
  expect((await read(`demo: true\n${fixture}`)).fixtures.account?.password).toBe('secret');
});

test('reports a missing variable, a missing file and a missing terminal together', async () => {
  const text = `fixtures:
  account: { identity: a, password: env:NOT_SET }
  secondAccount: { identity: b, password: file:not-there }
  disabledAccount: { identity: c, password: prompt }`;
  expect(await problems(text)).toEqual([
    '/fixtures/account/password: environment variable NOT_SET is not set',
    `/fixtures/secondAccount/password: file ${import.meta.dirname}/not-there cannot be read`,
    '/fixtures/disabledAccount/password: prompt needs a terminal; use env:NAME, file:path or command:program instead',
  ]);
});

test('reports invalid YAML with its line', async () => {
  expect(await problems('a: 1\nb: [')).toMatchObject([expect.stringMatching(/^line 2: /)]);
});

test('reads the credentials of two users, and names the one that is missing', async () => {
  const text = 'credentials: { key: env:ACCOUNT_PASSWORD }\notherCredentials: { key: env:NOT_SET }';
  expect(await problems(text)).toEqual([
    '/otherCredentials/key: environment variable NOT_SET is not set',
  ]);
  const { otherCredentials } = await read(text.replace('NOT_SET', 'ACCOUNT_PASSWORD'));
  expect(otherCredentials).toEqual({ key: 'from the environment' });
});
