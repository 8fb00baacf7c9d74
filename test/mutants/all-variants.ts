import type { Variant } from './variant.ts';
import { bodyVariants } from './variants/bodies.ts';
import { codeVariants } from './variants/codes.ts';
import { deprecationVariants } from './variants/deprecation.ts';
import { failureVariants } from './variants/failures.ts';
import { keyVariants } from './variants/keys.ts';
import { rateLimitVariants } from './variants/rate-limits.ts';
import { resultVariants } from './variants/results.ts';
import { tokenVariants } from './variants/tokens.ts';
import { wireVariants } from './variants/wire.ts';

/** Every variant, one line per subject. */
export const variants: readonly Variant[] = [
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
