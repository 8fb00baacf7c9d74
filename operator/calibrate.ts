import { formatCost, type PasswordCost, passwordCost } from '../server/security/passwords/password-cost.ts';

export interface CalibrationOptions {
  /** How long one verification may take, in milliseconds. */
  readonly targetMs: number;
  /** How many verifications run at once. */
  readonly atOnce: number;
  /** How much memory all of them may take together, in octets. */
  readonly memoryBytes: number;
  /** How long measuring may take, in milliseconds. What is under way at the end is finished. */
  readonly budgetMs: number;
  readonly hash: (password: Uint8Array, cost: PasswordCost) => Promise<unknown>;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  readonly onMeasure?: (cost: PasswordCost) => void;
}

export interface Measured {
  readonly cost: PasswordCost;
  /** The median of single verifications while as many as may run at once do, in milliseconds. */
  readonly ms: number;
  /** How many a second the machine has done. */
  readonly perSecond: number;
}

export interface Calibration {
  readonly measured: readonly Measured[];
  readonly proposed: PasswordCost;
  /**
   * - `within_target`: nothing dearer was found that still is.
   * - `floor_too_slow`: the least that is safe takes longer; it is proposed all the same.
   * - `floor_too_large`: the least that is safe takes more memory than there is, likewise.
   */
  readonly verdict: 'within_target' | 'floor_too_slow' | 'floor_too_large';
}

// What is hashed does not matter, how often does: less than three would say too little.
const password = new Uint8Array(32);
const leastRounds = 3;
const enoughMs = 400;
const mostMemory = 1024 * 1024;
const mostPasses = 10;

/**
 * Finds the dearest cost that a verification may have: first as much memory as possible, which is what makes guessing
 * expensive (RFC 9106, section 4), then passes. One lane: verifications of different people run side by side already.
 */
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

  const fits = ({ memoryCost }: PasswordCost) => memoryCost * 1024 * atOnce <= memoryBytes;
  if (!(await isWithin(passwordCost))) return finish(passwordCost, 'floor_too_slow');
  if (!fits(passwordCost)) return finish(passwordCost, 'floor_too_large');

  let best: PasswordCost = passwordCost;
  for (const dearer of [withMoreMemory, withMorePasses]) {
    for (let next = dearer(best); fits(next) && isSensible(next) && now() < deadline; next = dearer(best)) {
      if (!(await isWithin(next))) break;
      best = next;
    }
  }
  return finish(best, 'within_target');
}

function isSensible({ memoryCost, timeCost }: PasswordCost): boolean {
  return memoryCost <= mostMemory && timeCost <= mostPasses;
}

// Half as much again each time, in whole MiB.
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
  for (let round = 0; round < leastRounds || (now() - start < enoughMs && now() < deadline); round += 1)
    await Promise.all(Array.from({ length: atOnce }, timed));
  times.sort((one, other) => one - other);
  const ms = times[Math.floor(times.length / 2)];
  if (ms === undefined) throw new Error(`nothing was measured at ${formatCost(cost)}`);
  return { cost, ms, perSecond: (times.length * 1000) / (now() - start) };
}
