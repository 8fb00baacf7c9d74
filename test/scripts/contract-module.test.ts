import { expect, test } from 'vitest';
import { contractVersion, failures, operations, reasons } from '../../generated/contract.ts';
import document from '../../generated/openapi.json' with { type: 'json' };
import { contractModuleOf } from '../../scripts/generate/contract-module.ts';

test('the generated module has the version, operations and reasons of the contract', () => {
  expect(contractVersion).toBe(document.info.version);
  const documented = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`]),
  );
  const generated = Object.entries(operations).map(([id, { method, path }]) => [id, `${method} ${path}`]);
  expect(generated).toEqual(documented);
  expect(reasons).toEqual(document.components.schemas.Reason.enum);
});

test('the generated module has the failures of each operation, and which operations take an access token', () => {
  expect(Object.keys(failures)).toEqual(reasons);
  const documented = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId, security }) => [operationId, security.length > 0]),
  );
  expect(documented).toContainEqual(['login', false]);
  const generated = Object.entries(operations).map(([id, { takesAccessToken }]) => [id, takesAccessToken]);
  expect(generated).toEqual(documented);
  expect(operations.generateApiKey.failures).toContain('key_limit_reached');
  expect(operations.login.failures).not.toContain('key_limit_reached');
});

test.each([
  ['key_limit_reached', 'a_reason_of_no_schema', 'The reason key_limit_reached has 0 statuses'],
  ['key_limit_reached', 'key_not_found', 'The reason key_not_found has 2 statuses'],
])('rejects a contract whose example of %s has the reason %s', (reason, other, message) => {
  const altered = JSON.stringify(document).replaceAll(`"reason":"${reason}"`, `"reason":"${other}"`);
  expect(() => contractModuleOf(JSON.parse(altered))).toThrow(message);
});
