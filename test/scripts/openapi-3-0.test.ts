import { readFile } from 'node:fs/promises';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import document from '../../generated/openapi.json' with { type: 'json' };
import type { Document, Example, MediaType, RequestBody, Response } from '../../scripts/contract/document.ts';
import { operationsOf, resolve } from '../../scripts/contract/operations.ts';
import { openapi30Of } from '../../scripts/generate/openapi-3-0.ts';

const file = 'generated/openapi-3.0.yaml';
const older = parse(await readFile(file, 'utf8')) as Document;
// The bundle, as the scripts read it.
const contract = document as unknown as Document;

test('the document for OpenAPI 3.0 describes the same: the texts, the marks, the limits and the security', () => {
  const { openapi: _, info, components, ...others } = older;
  expect(older.openapi).toBe('3.0.3');
  expect(info.description).toBe(contract.info.description);
  expect(info.version).toBe(contract.info.version);
  expect(others['x-limits']).toEqual(contract['x-limits']);
  expect(components?.securitySchemes).toEqual(contract.components?.securitySchemes);
  const count = (of: Document, word: string) => JSON.stringify(of).split(`"${word}"`).length;
  for (const word of ['x-decision', 'x-secret', 'x-extensible-enum', 'x-cause', 'operationId'])
    expect(count(older, word)).toBe(count(contract, word));
});

/** The bodies of an operation, each with its schema in both documents. */
function bodiesOf(of: Document): Map<string, MediaType> {
  return new Map(
    operationsOf(of).flatMap(({ operation }) => {
      const { operationId, requestBody, responses } = operation;
      const bodies: (readonly [string, RequestBody | Response])[] = [
        ...(requestBody === undefined
          ? []
          : [['request', resolve<RequestBody>(of, requestBody).element] as const]),
        ...Object.entries(responses).map(
          ([code, one]) => [code, resolve<Response>(of, one).element] as const,
        ),
      ];
      return bodies.map(([part, { content = {} }]) => [
        `${operationId} ${part}`,
        content['application/json'] ?? {},
      ]);
    }),
  );
}

/** A value, and the same with each part of it in turn left out or replaced. */
function variantsOf(value: unknown): unknown[] {
  const others = [undefined, null, 0, 1.5, 200, true, '', 'OK', 'a@b', '\u2028', 'x'.repeat(2000), {}];
  if (typeof value !== 'object' || value === null) return others;
  return [
    ...others,
    { ...value, further: 1 },
    ...Object.entries(value).flatMap(([key, part]) =>
      variantsOf(part).map((variant) => {
        const { [key]: __, ...rest } = value as Record<string, unknown>;
        return variant === undefined ? rest : { ...rest, [key]: variant };
      }),
    ),
  ];
}

test('both versions accept and reject the same requests and responses', () => {
  const validatorOf = (ajv: Ajv, of: Document, schema: object): ValidateFunction => {
    addFormats.default(ajv);
    const { components } = of;
    return ajv.compile({ ...schema, components });
  };
  const newBodies = bodiesOf(contract);
  let accepted = 0;
  let rejected = 0;
  for (const [name, { schema = {} }] of bodiesOf(older)) {
    const { schema: newSchema = {}, examples = {} } = newBodies.get(name) ?? {};
    const old = validatorOf(new Ajv({ strict: false }), older, schema);
    const now = validatorOf(new Ajv2020({ strict: false }), contract, newSchema);
    for (const example of Object.values(examples)) {
      const { value } = resolve<Example>(contract, example).element;
      expect(old(value), name).toBe(true);
      for (const variant of variantsOf(value)) {
        expect(old(variant), `${name} ${JSON.stringify(variant)}`).toBe(now(variant));
        if (old(variant)) accepted += 1;
        else rejected += 1;
      }
    }
  }
  expect(Math.min(accepted, rejected)).toBeGreaterThan(300);
});

test.each([
  ['a list of types', { type: ['string', 'null'] }, 'LoginRequest: a type is one name'],
  ['text next to a reference', { $ref: '#', description: 'A.' }, 'LoginRequest: OpenAPI 3.0 ignores'],
  ['another keyword', { properties: { a: { contains: {} } } }, 'LoginRequest.a: `contains` is not a keyword'],
])('a contract with %s has no counterpart in OpenAPI 3.0', (_, LoginRequest, message) => {
  const altered = { ...document, components: { ...document.components, schemas: { LoginRequest } } };
  expect(() => openapi30Of(altered)).toThrow(message);
});
