import { createRequire } from 'node:module';
import type { Tool } from './report/report.ts';

/** How reports name this package. */
export const engineTool: Tool = {
  name: 'openapi-contract-tests',
  version: createRequire(import.meta.url)('#engine-package').version,
  homepage: 'https://www.npmjs.com/package/openapi-contract-tests',
};
