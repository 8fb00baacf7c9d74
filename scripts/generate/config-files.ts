import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import type { Document } from '../contract/document.ts';
import { operationsOf } from '../contract/operations.ts';
import { moduleOf } from './validators.ts';

const source = 'server/config/config.schema.json';

/**
 * The schema of the configuration, with a rate limit for each operation of the contract, and a module whose `check` validates a
 * configuration against it. Compiling the schema at every start would be slow.
 */
export async function configFilesOf(
  document: Document,
): Promise<(readonly [name: string, content: string])[]> {
  const schema = JSON.parse(readFileSync(source, 'utf8'));
  const { rateLimits } = schema.properties;
  const { additionalProperties: limit, ...perMinute } = rateLimits.properties.requestsPerMinute;
  rateLimits.properties.requestsPerMinute = {
    ...perMinute,
    additionalProperties: false,
    properties: Object.fromEntries(
      operationsOf(document).map(({ operation: { operationId } }) => [operationId, limit]),
    ),
  };
  const ajv = new Ajv2020({ allErrors: true, strict: false, code: { source: true, esm: true } });
  ajv.addSchema(schema, 'config');
  const code = await moduleOf(standalone.default(ajv, { check: 'config' }));
  const origin = `Generated from ${source} and the contract by \`npm run generate\`. Do not edit.`;
  return [
    ['config.schema.json', `${JSON.stringify({ $comment: origin, ...schema }, null, 2)}\n`],
    ['config-validator.ts', `// @ts-nocheck\n// ${origin}\n\n${code}`],
  ];
}
