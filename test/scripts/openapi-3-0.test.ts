import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
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

/** A value, and the same with each part of it in turn left out or replaced. */
function variantsOf(value: unknown): unknown[] {
  const others = [undefined, null, 0, 1.5, 200, true, '', 'OK', 'a@b', 'x'.repeat(2000), {}, value];
  if (typeof value !== 'object' || value === null) return others;
  const changed = Object.entries(value).flatMap(([name, part]) =>
    // As JSON, an undefined field is left out.
    variantsOf(part).map((variant) => JSON.parse(JSON.stringify({ ...value, [name]: variant }))),
  );
  return [...others, { ...value, further: 1 }, ...changed];
}

test('the schemas of both documents accept and reject the same values', () => {
  const examples: unknown[] = [];
  JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === 'value') examples.push(value);
    return value;
  });
  const values = [...new Set(examples.flatMap(variantsOf))];
  const verdictsOf = (ajv: Ajv, contract: object) => {
    addFormats.default(ajv).addSchema(contract, 'contract');
    return Object.keys(document.components.schemas).map((name) => {
      const validate = ajv.compile({ $ref: `contract#/components/schemas/${name}` });
      return [name, values.map((value) => validate(value))];
    });
  };
  const verdicts = verdictsOf(new Ajv2020({ strict: false }), document);
  expect(verdictsOf(new Ajv({ strict: false }), older)).toEqual(verdicts);
  expect(new Set(verdicts.flat(2))).toEqual(
    new Set([...Object.keys(document.components.schemas), true, false]),
  );
});

test.each([
  ['a list of types', { type: ['string', 'null'] }, 'LoginRequest: a type is one name'],
  ['text next to a reference', { $ref: '#', description: 'A.' }, 'LoginRequest: OpenAPI 3.0 ignores'],
  ['another keyword', { properties: { a: { contains: {} } } }, 'LoginRequest.a: `contains` is not a keyword'],
])('a contract with %s has no counterpart in OpenAPI 3.0', (_, LoginRequest, message) => {
  const altered = { ...document, components: { ...document.components, schemas: { LoginRequest } } };
  expect(() => openapi30Of(altered)).toThrow(message);
});
