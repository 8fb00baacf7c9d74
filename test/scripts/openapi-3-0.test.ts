import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import document from '../../generated/openapi.json' with { type: 'json' };
import { compareContracts } from '../../scripts/contract-diff/contract-rules.ts';

const older = parse(await readFile('generated/openapi-3.0.yaml', 'utf8'));

test('the document for OpenAPI 3.0 says the same as the contract, apart from what 3.0 does not have', () => {
  const changes = compareContracts(document, older).map(
    ({ subject, change }) => `${subject}: ${change}`,
  );
  expect(changes).toEqual([
    'the document: openapi 3.1.1 → 3.0.3',
    'info: license changed',
    'info: summary removed',
  ]);
});
