import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { bundled } from './mock-validators.ts';

const schema = 'server/config/config.schema.json';

/** A module whose `check` holds a configuration against its schema: compiled here, as every start would take long for it. */
export async function configValidator(): Promise<string> {
  const ajv = new Ajv2020({ allErrors: true, strict: false, code: { source: true, esm: true } });
  ajv.addSchema(JSON.parse(readFileSync(schema, 'utf8')), 'config');
  const code = await bundled(standalone.default(ajv, { check: 'config' }));
  return `// @ts-nocheck\n// Generated from ${schema} by \`npm run generate\`. Do not edit.\n\n${code}`;
}
