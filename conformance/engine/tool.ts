import { createRequire } from 'node:module';
import type { Tool } from './report/report.ts';

/** How reports name this package. Resolving it by name works from source and from a build. */
export const engineTool: Tool = {
  name: 'openapi-contract-tests',
  version: createRequire(import.meta.url)('openapi-contract-tests/package.json').version,
  homepage: 'https://www.npmjs.com/package/openapi-contract-tests',
};
