import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failures, operations, reasons } from '../../generated/contract.ts';
import document from '../../generated/strict.json' with { type: 'json' };
import { defaultRateLimits } from '../../server/config/config.ts';

test('the schema of the configuration has a rate limit for each operation of the contract', async () => {
  const { properties } = JSON.parse(await readFile(join('generated', 'config.schema.json'), 'utf8'));
  const { requestsPerMinute } = properties.rateLimits.properties;
  expect(requestsPerMinute.additionalProperties).toBe(false);
  expect(Object.keys(requestsPerMinute.properties)).toEqual(Object.keys(operations));
  expect(Object.keys(defaultRateLimits.requestsPerMinute)).toEqual(Object.keys(operations));
});

test('the generated module has the reasons of every response, in the order of their codes', () => {
  const documented: [string, number][] = [];
  JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === 'status' && value.reason !== undefined) documented.push([value.reason, value.code]);
    return value;
  });
  const generated = Object.entries(failures).map(([reason, { code }]) => [reason, code]);
  expect(generated).toEqual(expect.arrayContaining(documented));
  expect(documented).toEqual(expect.arrayContaining(generated));
  const codes = reasons.map((reason) => failures[reason].code);
  expect(codes).toEqual(codes.toSorted((one, other) => one - other));
});
