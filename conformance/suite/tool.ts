import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { DocumentFile, Tool } from '../engine/index.ts';

/** How reports name this package. Resolving it by name works from source and from a build. */
export const tool: Tool = {
  name: 'account-access',
  version: createRequire(import.meta.url)('account-access/package.json').version,
  homepage: 'https://www.npmjs.com/package/account-access',
};

/** Our contract. The address is where the file is in a project that has installed the package, so that editors open it. */
export function serviceDocument(): DocumentFile {
  const text = readFileSync(createRequire(import.meta.url).resolve('#openapi-yaml'), 'utf8');
  return { uri: 'node_modules/account-access/generated/openapi.yaml', text };
}
