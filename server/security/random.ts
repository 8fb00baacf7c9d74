/** A source of random bytes. Randomness is an argument everywhere, so that tests can fix it. */
export type Random = (length: number) => Uint8Array;
