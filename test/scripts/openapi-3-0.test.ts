import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import document from '../../generated/openapi.json' with { type: 'json' };
import { compareContracts } from '../../scripts/contract-diff/contract-rules.ts';
import { openapi30Of } from '../../scripts/generate/openapi-3-0.ts';

const older = parse(await readFile('generated/openapi-3.0.yaml', 'utf8'));

test('the document for OpenAPI 3.0 says the same as the contract, apart from what 3.0 does not have', () => {
  const changes = compareContracts(document, older).map(({ subject, change }) => `${subject}: ${change}`);
  expect(changes).toEqual([
    'the document: openapi 3.1.1 → 3.0.3',
    'info: license changed',
    'info: summary removed',
  ]);
});

test.each([
  ['a list of types', { type: ['string', 'null'] }, 'LoginRequest: a type is one name'],
  ['text next to a reference', { $ref: '#', description: 'A.' }, 'LoginRequest: OpenAPI 3.0 ignores'],
  ['another keyword', { properties: { a: { contains: {} } } }, 'LoginRequest.a: `contains` is not a keyword'],
])('a contract with %s has no counterpart in OpenAPI 3.0', (_, LoginRequest, message) => {
  const altered = { ...document, components: { ...document.components, schemas: { LoginRequest } } };
  expect(() => openapi30Of(altered)).toThrow(message);
});
