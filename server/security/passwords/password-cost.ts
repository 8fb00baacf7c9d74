/** Cost of one Argon2id computation; `memoryCost` is in KiB. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** The minimum that OWASP recommends for Argon2id: the lowest allowed cost, and the default. */
export const passwordCost = {
  memoryCost: 19456,
  timeCost: 2,
  parallelism: 1,
} as const satisfies PasswordCost;

/** As it stands in an encoded hash: `m=19456,t=2,p=1`. */
export function formatCost({ memoryCost, timeCost, parallelism }: PasswordCost): string {
  return `m=${memoryCost},t=${timeCost},p=${parallelism}`;
}

/** `undefined` for a text without that form. */
export function parseCost(text: string): PasswordCost | undefined {
  const [, m, t, p] = /^m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,3})$/.exec(text) ?? [];
  if (m === undefined) return undefined;
  return { memoryCost: Number(m), timeCost: Number(t), parallelism: Number(p) };
}

/** The cost part of an encoded Argon2id hash (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`). */
export function costIn(encodedHash: string): string | undefined {
  return /^\$argon2id\$v=19\$(m=\d+,t=\d+,p=\d+)\$/.exec(encodedHash)?.[1];
}

/** The highest allowed costs. More is probably a mistake: 4 GiB, and minutes of time. */
const maximumMemory = 4 * 1024 * 1024;
const maximumTime = 100;
const maximumParallelism = 64;

/** Why a service must not run with a cost; `undefined` when it may. */
export function problemOf({ memoryCost, timeCost, parallelism }: PasswordCost): string | undefined {
  const floor = formatCost(passwordCost);
  if (memoryCost < passwordCost.memoryCost || timeCost < passwordCost.timeCost || parallelism < 1)
    return `it is below ${floor}, the minimum that OWASP recommends`;
  if (memoryCost > maximumMemory || timeCost > maximumTime || parallelism > maximumParallelism)
    return `it is above m=${maximumMemory},t=${maximumTime},p=${maximumParallelism}`;
  return undefined;
}
