import { expect, test } from 'vitest';
import { preloadScript } from '../../support/command/run-command.ts';
import { logIn } from '../../support/http/call-operations.ts';
import { serverForFile } from '../../support/server/test-server.ts';

const server = await serverForFile();

const invalidFieldsOf = async (body: unknown) => {
  const { reason, data } = await logIn(server, body);
  expect(reason).toBe('validation_failed');
  // The contract types the payload of this failure, and every response was checked against the contract.
  return data?.errors as { location: string; rule: string; message: string }[];
};

test.each([
  ['no identity', {}, '/body/identity', 'required'],
  ['an identity of 255', { identity: `a@${'b'.repeat(253)}` }, '/body/identity', 'maxLength'],
  ['an identity without @', { identity: 'ana' }, '/body/identity', 'pattern'],
  [
    'a password of 1025',
    { identity: 'a@b', password: 'x'.repeat(1025) },
    '/body/password',
    'maxLength',
  ],
  ['a code of 65', { identity: 'a@b', otp: '1'.repeat(65) }, '/body/otp', 'maxLength'],
  ['a list', [], '/body', 'type'],
])('%s is reported with its location and its rule', async (_case, body, location, rule) => {
  expect(await invalidFieldsOf(body)).toContainEqual({
    location,
    rule,
    message: expect.any(String),
  });
});

test('all invalid fields are reported at once', async () => {
  const invalidFields = await invalidFieldsOf({ identity: 1, password: '', otp: 1, x: 1, y: 2 });
  const places = invalidFields.map(({ location, rule }) => `${location} ${rule}`).sort();
  expect(places).toEqual([
    '/body/identity type',
    '/body/otp type',
    '/body/password minLength',
    '/body/x additionalProperties',
    '/body/y additionalProperties',
  ]);
});

test('of very many invalid fields the first twenty are reported', async () => {
  const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}`, 1]));
  expect(await invalidFieldsOf(fields)).toHaveLength(20);
});

test.each([
  'a@b\u00a0',
  'a@b\u3000c',
  'a@b\u0085',
  'a@\u2066b',
  'a\u200f@b',
  'a@b\n',
  'a\u2028b@c',
])('rejects an invalid identity (case %#)', async (identity) => {
  expect(await invalidFieldsOf({ identity })).toMatchObject([
    { location: '/body/identity', rule: 'pattern' },
  ]);
});

test.each([
  'a@b',
  'Ren\u00e9e@example.com',
  '\u{1f600}@\u{1f600}',
  `a@${'\u{1f600}'.repeat(252)}`,
  'a+b/c%d@e',
  'a\u2027b@c\u2027d',
])('accepts a valid identity (case %#)', async (identity) => {
  expect((await logIn(server, { identity })).reason).toBe('password_required');
});

test('a response repeats nothing of the request', async () => {
  const canary = 'Canary5b1c';
  const bodies = [
    { identity: canary, password: { [canary]: canary }, otp: [canary] },
    {
      identity: `${canary}@`,
      [`${canary}/~"`]: 1,
      [`aak_${canary}`]: canary,
      [canary.repeat(7)]: 1,
    },
    [canary],
    canary,
  ];
  for (const body of bodies)
    expect((await logIn(server, JSON.stringify(body))).text).not.toContain(canary);
});

/** Every timer of the process takes a thousand times as long: the one that loads the validator does not end in a test. */
const _slowTimers = preloadScript(
  'const wait = setTimeout; globalThis.setTimeout = (run, ms, ...rest) => wait(run, 1000 * ms, ...rest);',
);

// The validator is as large as the remainder of the service, and takes a hundred times as long as the compiled checks.
