import { free } from '../../check.ts';
import type { ServiceCheck } from './context.ts';

type Given = Omit<ServiceCheck, 'needs' | 'cost'> & Partial<Pick<ServiceCheck, 'needs' | 'cost'>>;

/** A check that needs an account and costs nothing, unless it says otherwise. */
export function defineCheck(given: Given): ServiceCheck {
  return { needs: ['account'], cost: free, ...given };
}
