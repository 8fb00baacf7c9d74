import { AsyncLocalStorage } from 'node:async_hooks';
import type { Outcome } from '../outcome.ts';

/** What a check did: how many requests it sent, what it noted, and how long it took. */
export type Figures = Pick<Outcome, 'notes' | 'requests' | 'durationMs'>;

/** Knows which of the checks that run at the same time sent a request or wrote a note. */
export interface Activity {
  /** Runs one check, and returns its result with what it did. */
  measure<Result>(
    run: () => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly figures: Figures }>;
  countRequest(): void;
  addNote(note: string): void;
}

// One for all runs of a process: Node passes each of them on to every promise, even when no run uses it any more.
const current = new AsyncLocalStorage<{ requests: number; readonly notes: string[] }>();

export function trackActivity(): Activity {
  return {
    measure: async (run) => {
      const counts = { requests: 0, notes: [] };
      const start = performance.now();
      const result = await current.run(counts, run);
      return { result, figures: { ...counts, durationMs: performance.now() - start } };
    },
    countRequest: () => {
      const counts = current.getStore();
      if (counts) counts.requests += 1;
    },
    addNote: (note) => void current.getStore()?.notes.push(note),
  };
}
