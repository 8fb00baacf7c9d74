import { createTarget, type Target, type TargetOptions } from '../../../conformance/http/target.ts';
import { UsageError } from '../../output/usage-error.ts';

/** @throws UsageError when the base address cannot be used. */
export function openTarget(baseUrl: string, options: Omit<TargetOptions, 'baseUrl'>): Target {
  try {
    return createTarget({ baseUrl, ...options });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
