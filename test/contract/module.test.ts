import { expect, test } from 'vitest';
import { contractVersion, failures, operations, reasons } from '../../generated/contract.ts';
import document from '../../generated/openapi.json' with { type: 'json' };
import { contractModuleOf } from '../../scripts/contract-module.ts';

test('the module of the contract has its version, every operation where it is, and every reason', () => {
  expect(contractVersion).toBe(document.info.version);
  const documented = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`]),
  );
  const told = Object.entries(operations).map(([id, { method, path }]) => [id, `${method} ${path}`]);
  expect(told).toEqual(documented);
  expect(reasons).toEqual(document.components.schemas.Reason.enum);
});

test('it tells each failure as the service answers it, and where a token is asked for', () => {
  expect(Object.keys(failures)).toEqual(reasons);
  expect(Object.values(operations).map((operation) => operation.takesAccessToken)).toEqual([
    false,
    true,
    true,
  ]);
  expect(operations.generateApiKey.failures).toContain('key_limit_reached');
  expect(operations.login.failures).not.toContain('key_limit_reached');
});

test.each([
  ['key_limit_reached', 'a_reason_of_no_schema', 'The reason key_limit_reached has 0 statuses'],
  ['key_limit_reached', 'key_not_found', 'The reason key_not_found has 2 statuses'],
])('a contract in which the example of %s says %s has no module', (reason, other, complaint) => {
  const altered = JSON.stringify(document).replaceAll(`"reason":"${reason}"`, `"reason":"${other}"`);
  expect(() => contractModuleOf(JSON.parse(altered))).toThrow(complaint);
});
