import { describe, expect, test } from 'vitest';
import type { Strength } from '../../conformance/strength.ts';
import { variants } from './all-variants.ts';
import { runAgainst } from './run-against.ts';

/** How many files share the variants, so that they run in several workers. */
export const parts = 3;

// Without --strict the other checks fail no server.
const ownStrengths: readonly Strength[] = ['safety', 'shown', 'standard', 'wire'];

/** Tests every third variant, beginning with the one at `part`. */
export function testVariants(part: number): void {
  const own = variants.filter((_variant, at) => at % parts === part);
  describe.concurrent('no check fails a server with other decisions', () => {
    test.each(own)('$name', async ({ overrides, options, few }) => {
      const { outcomes, stopReason } = await runAgainst(overrides, {
        ...(options?.strict !== true && { strengths: ownStrengths }),
        ...options,
      });
      const failed = outcomes.filter(({ kind }) => kind === 'failed' || kind === 'error');
      expect(
        failed.map(({ check, reason, failures }) => ({
          check,
          reason,
          expected: failures[0]?.expected,
          got: failures[0]?.got,
        })),
      ).toEqual([]);
      expect(stopReason).toBeUndefined();
      const run = outcomes.filter(({ kind }) => kind !== 'skipped');
      expect(run.length).toBeGreaterThan(outcomes.length * (few ? 0.05 : 0.5));
    });
  });
}
