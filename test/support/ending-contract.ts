import { type Deprecation, loadDocument } from '../../server/http/contract/document.ts';

/** A contract of which anything may be changed: JSON, as a test marks it. */
// biome-ignore lint/suspicious/noExplicitAny: each part of the project reads of it what it knows.
export type AnyContract = any;

// So far away that no answer of a test is given after its end.
export const ending = {
  since: '2027-01-01',
  sunset: '2128-01-01',
  link: 'https://docs.example.com/moving.html',
} as const satisfies Deprecation;

/** The headers that announce it, as RFC 9745, RFC 8594 and RFC 8288 write them. */
export const announced = {
  deprecation: '@1798761600',
  sunset: 'Thu, 01 Jan 2128 00:00:00 GMT',
  link: '<https://docs.example.com/moving.html>; rel="deprecation"; type="text/html", <https://docs.example.com/moving.html>; rel="sunset"; type="text/html"',
} as const;

/** Today's contract with one operation that ends. */
export function contractThatEnds(
  operationId: 'login' | 'generateApiKey' | 'revokeApiKey',
  deprecation: Deprecation = ending,
): AnyContract {
  const contract: AnyContract = structuredClone(loadDocument());
  for (const item of Object.values<AnyContract>(contract.paths)) {
    for (const operation of Object.values<AnyContract>(item)) {
      if (operation.operationId !== operationId) continue;
      operation.deprecated = true;
      operation['x-deprecation'] = deprecation;
    }
  }
  return contract;
}
