import fc, { type Arbitrary } from 'fast-check';
import { patternLimits } from '../../bounded/limits.ts';
import { compilePattern } from '../../bounded/pattern.ts';

const known = new Map<string, Arbitrary<string> | undefined>();

/**
 * Texts that match a pattern. Undefined where the library makes none for it.
 * Made once per pattern: for a property of Unicode the library goes through all of it each time, for half a second.
 */
export function matchingText(pattern: string): Arbitrary<string> | undefined {
  if (known.size >= patternLimits.known) known.clear();
  if (!known.has(pattern)) known.set(pattern, make(pattern));
  return known.get(pattern);
}

function make(pattern: string): Arbitrary<string> | undefined {
  const { model } = compilePattern(pattern);
  try {
    return model && fc.stringMatching(model);
  } catch {
    // Not a pattern that the library knows.
    return undefined;
  }
}
