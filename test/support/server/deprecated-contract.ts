import { createRequire } from 'node:module';
import type { Deprecation } from '../../../scripts/contract/document.ts';

/** A contract that a test may change freely. */
// biome-ignore lint/suspicious/noExplicitAny: each part of the project reads the fields that it knows.
export type AnyContract = any;

// So far in the future that no test runs after the sunset.
export const ending = {
  since: '2027-01-01',
  sunset: '2128-01-01',
  link: 'https://docs.example.com/moving.html',
} as const satisfies Deprecation;

/** The headers that announce it (RFC 9745, RFC 8594 and RFC 8288). */
export const announced = {
  deprecation: '@1798761600',
  sunset: 'Thu, 01 Jan 2128 00:00:00 GMT',
  link: '<https://docs.example.com/moving.html>; rel="deprecation"; type="text/html", <https://docs.example.com/moving.html>; rel="sunset"; type="text/html"',
} as const;

/** The current contract with one deprecated operation. */
export function deprecatedContract(
  operationId: 'login' | 'generateApiKey' | 'revokeApiKey',
  deprecation: Deprecation = ending,
): AnyContract {
  const contract: AnyContract = structuredClone(createRequire(import.meta.url)('#openapi'));
  const all = Object.values<AnyContract>(contract.paths).flatMap((item) =>
    Object.values<AnyContract>(item),
  );
  const operation = all.find((one) => one.operationId === operationId);
  Object.assign(operation, { deprecated: true, 'x-deprecation': deprecation });
  return contract;
}
