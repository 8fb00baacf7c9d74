import {
  formatCost,
  type PasswordCost,
  passwordCost,
} from '../server/security/passwords/password-cost.ts';

export interface CalibrationOptions {
  /** How long one verification may take, in milliseconds. */
  readonly targetMs: number;
  /** How many verifications run at once. */
  readonly atOnce: number;
  /** How much memory all of them may use together, in bytes. */
  readonly memoryBytes: number;
  /** How long to measure, in milliseconds. A measurement that runs at the end is finished. */
  readonly budgetMs: number;
  readonly hash: (password: Uint8Array, cost: PasswordCost) => Promise<unknown>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly onMeasure?: (cost: PasswordCost) => void;
}

export interface Measured {
  readonly cost: PasswordCost;
  /** The median time of one verification while `atOnce` of them run, in milliseconds. */
  readonly ms: number;
  /** Verifications per second of the whole machine. */
  readonly perSecond: number;
}

export interface Calibration {
  readonly measured: readonly Measured[];
  readonly proposed: PasswordCost;
  /**
   * - `within_target`: the most expensive cost that stays within the target.
   * - `floor_too_slow`: the lowest allowed cost takes longer than the target; it is proposed anyway.
   * - `floor_too_large`: the lowest allowed cost needs more memory than there is; it is proposed anyway.
   */
  readonly verdict: 'within_target' | 'floor_too_slow' | 'floor_too_large';
}

// The password does not matter, but the number of rounds does: fewer than three say too little.
const password = new Uint8Array(32);
const minimumRounds = 3;
const minimumMs = 400;
const maximumMemory = 1024 * 1024;
const maximumPasses = 10;

/** First as much memory as possible, which makes attacks expensive (RFC 9106, section 4), then passes. */
export async function calibrate(options: CalibrationOptions): Promise<Calibration> {
  const { targetMs, atOnce, memoryBytes, budgetMs, now } = options;
  const deadline = now() + budgetMs;
  const measured: Measured[] = [];
  const isWithin = async (cost: PasswordCost) => {
    const result = await measure(cost, options, deadline);
    measured.push(result);
    return result.ms <= targetMs;
  };
  const finish = (proposed: PasswordCost, verdict: Calibration['verdict']) => ({
    measured,
    proposed,
    verdict,
  });

  const memoryLimit = Math.min(maximumMemory, memoryBytes / 1024 / atOnce);
  const fits = ({ memoryCost, timeCost }: PasswordCost) =>
    memoryCost <= memoryLimit && timeCost <= maximumPasses;
  if (!(await isWithin(passwordCost))) return finish(passwordCost, 'floor_too_slow');
  if (!fits(passwordCost)) return finish(passwordCost, 'floor_too_large');

  let best: PasswordCost = passwordCost;
  for (const increase of [withMoreMemory, withMorePasses]) {
    let next = increase(best);
    while (fits(next) && now() < deadline && (await isWithin(next))) {
      best = next;
      next = increase(best);
    }
  }
  return finish(best, 'within_target');
}

// 1.5 times as much each time, in whole MiB.
function withMoreMemory(cost: PasswordCost): PasswordCost {
  return { ...cost, memoryCost: Math.ceil((cost.memoryCost * 1.5) / 1024) * 1024 };
}

function withMorePasses(cost: PasswordCost): PasswordCost {
  return { ...cost, timeCost: cost.timeCost + 1 };
}

async function measure(
  cost: PasswordCost,
  { atOnce, hash, now, onMeasure }: CalibrationOptions,
  deadline: number,
): Promise<Measured> {
  onMeasure?.(cost);
  const start = now();
  const times: number[] = [];
  const timed = async () => {
    const begun = now();
    await hash(password, cost);
    times.push(now() - begun);
  };
  for (
    let round = 0;
    round < minimumRounds || (now() - start < minimumMs && now() < deadline);
    round += 1
  )
    await Promise.all(Array.from({ length: atOnce }, timed));
  times.sort((one, other) => one - other);
  const ms = times[Math.floor(times.length / 2)];
  if (ms === undefined) throw new Error(`there is no measurement at ${formatCost(cost)}`);
  return { cost, ms, perSecond: (times.length * 1000) / (now() - start) };
}
