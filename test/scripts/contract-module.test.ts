import { expect, test } from 'vitest';
import {
  contractVersion,
  failures,
  limits,
  operations,
  reasons,
  resultFields,
} from '../../generated/contract.ts';
import document from '../../generated/openapi.json' with { type: 'json' };
import { contractModuleOf } from '../../scripts/generate/contract-module.ts';

test('the generated module has the version and operations of the contract', () => {
  expect(contractVersion).toBe(document.info.version);
  const documented = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`]),
  );
  const generated = Object.entries(operations).map(([id, { method, path }]) => [id, `${method} ${path}`]);
  expect(generated).toEqual(documented);
});

test('the generated module has the reasons of every response, in the order of their codes', () => {
  const documented: [string, number][] = [];
  JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === 'properties' && value.code !== undefined)
      for (const reason of value.reason?.enum ?? []) documented.push([reason, value.code.const]);
    return value;
  });
  const generated = Object.entries(failures).map(([reason, { code }]) => [reason, code]);
  expect(generated).toEqual(expect.arrayContaining(documented));
  expect(documented).toEqual(expect.arrayContaining(generated));
  const codes = reasons.map((reason) => failures[reason].code);
  expect(codes).toEqual(codes.toSorted((one, other) => one - other));
});

test('the generated module has the limits of a request and of each operation', () => {
  const { login, generateApiKey, revokeApiKey } = operations;
  expect([login, generateApiKey, revokeApiKey].map(({ requestsPerMinute }) => requestsPerMinute)).toEqual([
    60, 60, 120,
  ]);
  const { requestsPerMinute: _, ...ofLogin } = document.paths['/v1/auth/login'].post['x-limits'];
  expect(limits).toMatchObject({ ...document['x-limits'], ...ofLogin });
  expect(limits).toMatchObject({ bodyBytes: 16 * 1024, maximumKeys: 100, idempotencySeconds: 24 * 3600 });
  expect(limits).not.toHaveProperty('requestsPerMinute');
});

test('the generated module has the required fields of the data of each success, with their types', () => {
  const { LoginResult, GenerateApiKeyResult, RevokeApiKeyResult } = document.components.schemas;
  expect(Object.keys(resultFields.login)).toEqual(LoginResult.required);
  expect(Object.keys(resultFields.generateApiKey)).toEqual(GenerateApiKeyResult.required);
  expect(Object.keys(resultFields.revokeApiKey)).toEqual(RevokeApiKeyResult.required);
  expect(resultFields.login).toMatchObject({
    access_token: 'string',
    expires_in: 'number',
    mfa_enabled: 'boolean',
  });
});

test('rejects a contract with an operation without a rate limit', () => {
  const altered = structuredClone(document);
  Object.assign(altered.paths['/v1/auth/login'].post, { 'x-limits': {} });
  expect(() => contractModuleOf(altered)).toThrow('login: x-limits.requestsPerMinute is missing');
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
