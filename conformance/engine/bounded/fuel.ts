/** The work that may still be done for a value of a document. Unlike time, it is the same in every run. */
export interface Fuel {
  /** @throws OutOfFuel when that much is not left */
  spend(amount?: number): void;
  /** Takes one, if it is left. */
  take(): boolean;
  spent(): number;
}

/** A value would take too much work. */
export class OutOfFuel extends Error {
  override name = 'OutOfFuel';
}

export function createFuel(amount: number): Fuel {
  let spent = 0;
  return {
    spend: (more = 1) => {
      spent += more;
      if (spent > amount) throw new OutOfFuel('a value would be too large');
    },
    take: () => {
      spent += 1;
      return spent <= amount;
    },
    spent: () => Math.min(spent, amount),
  };
}
