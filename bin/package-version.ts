import { createRequire } from 'node:module';

/** The version of this package, found by its own name: the same from source and from a build. */
export function packageVersion(): string {
  return createRequire(import.meta.url)('account-access/package.json').version;
}
