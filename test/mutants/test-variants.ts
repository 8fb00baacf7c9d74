import { describe, expect, test } from 'vitest';
import type { Basis } from '../../conformance/basis.ts';
import type { Variant } from './mutant.ts';
import { runAgainst } from './run-against.ts';
import { codeVariants, tokenVariants } from './variants/codes.ts';
import { failureVariants } from './variants/failures.ts';
import { keyVariants } from './variants/keys.ts';
import { rateLimitVariants } from './variants/rate-limits.ts';
import { resultVariants } from './variants/results.ts';
import { bodyVariants, deprecationVariants, wireVariants } from './variants/wire.ts';

/** Every variant, one line per subject. */
const variants: readonly Variant[] = [
  // First, because some of them wait while the others run.
  ...codeVariants,
  ...rateLimitVariants,
  ...failureVariants,
  ...resultVariants,
  ...keyVariants,
  ...tokenVariants,
  ...bodyVariants,
  ...wireVariants,
  ...deprecationVariants,
];

/** How many files share the variants, so that they run in several workers. */
const parts = 2;

// Without --strict the other checks fail no server.
const ownBases: readonly Basis[] = ['safety', 'shown', 'standard', 'wire'];

/** Tests every second variant, beginning with the one at `part`. */
export function testVariants(part: number): void {
  const own = variants.filter((_variant, at) => at % parts === part);
  describe.concurrent('no check fails a server with other decisions', () => {
    test.each(own)('$name', async ({ overrides, options, few }) => {
      const { outcomes, stopReason } = await runAgainst(overrides, {
        ...(options?.strict !== true && { bases: ownBases }),
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
