import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Package } from '../../scripts/install.ts';

/** Whether to run tests that take minutes, as `npm run soak` does. */
export const soaking = process.env.SOAK !== undefined;

/** Whether a package is installed that `npm ci` leaves out. Says what is skipped without it; with CI=true nothing is. */
export function isInstalled(name: Package): boolean {
  if (existsSync(fileURLToPath(new URL(`../../${name}/node_modules`, import.meta.url))))
    return true;
  if (process.env.CI === 'true') return true;
  console.warn(`\nSKIPPED: the tests that need: npm ci --prefix ${name}\n`);
  return false;
}
