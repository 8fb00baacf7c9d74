import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hours, seconds } from '../../support/server/clock.ts';
import { serverForFile } from '../../support/server/test-server.ts';
import { soaking } from '../../support/which-tests-run.ts';
import { checkTokens, generateCommand, loginCommand, type Otp, revokeCommand } from './calls.ts';
import {
  clockCommand,
  disableCommand,
  enableCommand,
  mfaOffCommand,
  mfaOnCommand,
  passwordCommand,
} from './changes.ts';
import { limits } from './model.ts';
import { createWalk } from './place.ts';

// Whatever two users and their operator do, in any order, the service responds like a model that fits on a page.
const server = await serverForFile({ config: { maximumKeys: limits.keys } });

const who = fc.nat(1);
const index = fc.nat(30);
const otp = fc.constantFrom<Otp>('none', 'wrong', 'recovery', 'used recovery', -2, -1, 0, 0, 0, 1, 2);
const right = fc.integer({ min: 0, max: 9 }).map((one) => one > 0);
const password = fc.string({ minLength: 15, maxLength: 20, unit: 'grapheme-ascii' });
const jump = fc.constantFrom(1, seconds(20), seconds(40), hours(0.5), hours(1), hours(24), -seconds(20));
const request = fc.record({
  description: fc.constantFrom('', 'a', 'b'),
  idempotencyKey: fc.constantFrom('one', 'two'),
});

const calls = [
  fc.tuple(who, right, otp).map((given) => loginCommand(...given)),
  fc.tuple(who, right, otp).map((given) => loginCommand(...given)),
  fc.tuple(who, index).map((given) => generateCommand(...given)),
  fc.tuple(who, index, request).map((given) => generateCommand(...given)),
  fc.tuple(who, index, who, index).map((given) => revokeCommand(...given)),
];
const changes = [
  who.map(disableCommand),
  who.map(enableCommand),
  who.map(enableCommand),
  fc.tuple(who, password).map((given) => passwordCommand(...given)),
  who.map(mfaOnCommand),
  who.map(mfaOffCommand),
  jump.map(clockCommand),
];

test('the service behaves like its model for random calls of two users and an operator', {
  timeout: soaking ? 3600_000 : 600_000,
}, async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.commands([...calls, ...calls, ...calls, ...changes], { size: '+1' }),
      async (commands) => {
        const walk = await createWalk(server, seen);
        await fc.asyncModelRun(() => walk, commands);
        await checkTokens(walk.model, walk.real);
      },
    ),
    // The same walks each time, so that a red is about what was changed; the soak goes new ways.
    soaking ? { numRuns: 1000 } : { numRuns: 25, seed: 7 },
  );
  // Walks that went nowhere would have shown nothing.
  expect([...seen]).toEqual(expect.arrayContaining(['login: done', 'generate: done', 'revoke: done']));
});

test('the random calls can reach every outcome', async () => {
  const walk = await createWalk(server);
  await fc.asyncModelRun(
    () => walk,
    [
      loginCommand(0, false, 'none'),
      loginCommand(0, true, 'none'),
      ...Array.from({ length: limits.keys + 1 }, () => generateCommand(0, 0)),
      revokeCommand(0, 0, 0, 0),
      revokeCommand(0, 0, 1, 0),
      generateCommand(0, 0, { idempotencyKey: 'one' }),
      generateCommand(0, 0, { idempotencyKey: 'one' }),
      generateCommand(0, 0, { idempotencyKey: 'one', description: 'a' }),
      revokeCommand(0, 0, 0, limits.keys),
      generateCommand(0, 0, { idempotencyKey: 'one' }),
      clockCommand(limits.tokenLifetimeMs),
      generateCommand(0, 0),
      revokeCommand(0, 0, 0, 0),
      mfaOnCommand(0),
      loginCommand(0, true, 'none'),
      loginCommand(0, true, 'wrong'),
    ],
  );
  expect([...walk.model.seen].toSorted()).toEqual(
    [
      'generate: done',
      'generate: idempotency_conflict',
      'generate: idempotency_key_spent',
      'generate: key_limit_reached',
      'generate: repeated',
      'generate: token_invalid',
      'login: done',
      'login: invalid_credentials',
      'login: otp_invalid',
      'login: otp_required',
      'revoke: done',
      'revoke: key_not_found',
      'revoke: token_invalid',
    ].toSorted(),
  );
});

test('a token that expired before a login stays invalid when the clock is set back', async () => {
  const walk = await createWalk(server);
  const logins = [loginCommand(0, true, 'none'), clockCommand(limits.tokenLifetimeMs)];
  await fc.asyncModelRun(() => walk, [...logins, loginCommand(0, true, 'none'), clockCommand(-seconds(20))]);
  await checkTokens(walk.model, walk.real);
  expect(walk.model.people[0]?.tokens.map(({ ended }) => ended)).toEqual([true, false]);
});

test('twenty-one logins of one user end the first token, and no other', async () => {
  const walk = await createWalk(server);
  // At one and the same moment none is older than another.
  const logins = Array.from({ length: limits.tokens + 1 }, () => [
    loginCommand(0, true, 'none'),
    clockCommand(1),
  ]).flat();
  await fc.asyncModelRun(() => walk, logins);
  await checkTokens(walk.model, walk.real);
});
