import { setTimeout } from 'node:timers/promises';

/** Tells the time, and lets it pass. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  pause(ms: number): Promise<unknown>;
}

export const realClock: Clock = { now: Date.now, pause: (ms) => setTimeout(ms) };
