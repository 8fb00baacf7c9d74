import { expect, test } from 'vitest';
import { type CalibrationOptions, calibrate } from '../../operator/calibrate.ts';
import {
  formatCost,
  type PasswordCost,
  passwordCost,
  problemOf,
} from '../../server/security/passwords/password-cost.ts';

/** A machine that takes so many milliseconds for a MiB and a pass, with a clock that only it moves. */
function aMachine(msPerMebibyte: number) {
  let time = 0;
  const most = { running: 0 };
  let running = 0;
  const hash = async (_password: Uint8Array, { memoryCost, timeCost }: PasswordCost) => {
    running += 1;
    most.running = Math.max(most.running, running);
    await Promise.resolve();
    // Of those that run side by side only the first moves the clock.
    if (running === most.running) time += (memoryCost / 1024) * timeCost * msPerMebibyte;
    running -= 1;
  };
  const options: CalibrationOptions = {
    targetMs: 50,
    atOnce: 1,
    memoryBytes: 2 ** 32,
    budgetMs: 10_000,
    hash,
    now: () => time,
  };
  return { options, most };
}

test('the proposed cost is within the time, and one step more is not', async () => {
  const { options } = aMachine(0.1);
  const { proposed, measured, verdict } = await calibrate(options);
  expect(verdict).toBe('within_target');
  const ms = (cost: PasswordCost) => (cost.memoryCost / 1024) * cost.timeCost * 0.1;
  expect(ms(proposed)).toBeLessThanOrEqual(50);
  expect(ms({ ...proposed, timeCost: proposed.timeCost + 1 })).toBeGreaterThan(50);
  expect(ms({ ...proposed, memoryCost: proposed.memoryCost * 1.5 })).toBeGreaterThan(50);
  expect(proposed.memoryCost).toBeGreaterThan(passwordCost.memoryCost);
  for (const { cost, ms: took } of measured) expect(took).toBeCloseTo(ms(cost), 6);
  expect(problemOf(proposed)).toBeUndefined();
});

test('with little memory it proposes more passes', async () => {
  const { options } = aMachine(0.1);
  const { proposed } = await calibrate({ ...options, atOnce: 2, memoryBytes: 2 * 19456 * 1024 });
  expect(formatCost(proposed)).toMatch(/^m=19456,t=10,p=1$/);
});

test('it hashes as many passwords at once as a server verifies at once', async () => {
  const { options, most } = aMachine(0.1);
  await calibrate({ ...options, atOnce: 3 });
  expect(most.running).toBe(3);
});

test('it proposes nothing below the minimum, on any machine', async () => {
  const slow = await calibrate(aMachine(10).options);
  expect(slow).toMatchObject({ proposed: passwordCost, verdict: 'floor_too_slow' });
  const small = await calibrate({ ...aMachine(0.1).options, memoryBytes: 2 ** 20 });
  expect(small).toMatchObject({ proposed: passwordCost, verdict: 'floor_too_large' });
});

test('the measurement ends when its time is over', async () => {
  const { options } = aMachine(0.1);
  const { measured } = await calibrate({ ...options, targetMs: 5000, budgetMs: 1000 });
  expect(measured.length).toBeLessThan(5);
  expect(options.now()).toBeLessThan(2000);
});

test.each([
  'm=19455,t=2,p=1',
  'm=65536,t=1,p=1',
  'm=65536,t=2,p=0',
  'm=99999999,t=2,p=1',
  'm=65536,t=999,p=1',
])('the configuration rejects the cost %s', (text) => {
  const [m, t, p] = (text.match(/\d+/g) ?? []).map(Number);
  expect(problemOf({ memoryCost: m ?? 0, timeCost: t ?? 0, parallelism: p ?? 0 })).toBeDefined();
});
