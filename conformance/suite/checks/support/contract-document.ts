import document from '#openapi' with { type: 'json' };
import { isJsonObject } from '../../../engine/index.ts';
import { stringField } from './responses/service-response.ts';

/** The part of an OpenAPI document that the checks of the service read. */
export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const contract: Contract = document;

export type DeprecationPlan = NonNullable<ReturnType<typeof planOf>>;

export function operationsIn({ paths }: Contract) {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      if (!isJsonObject(operation)) return [];
      const id = stringField(operation, 'operationId');
      if (id === undefined || !isJsonObject(operation.responses)) return [];
      const tags = Array.isArray(operation.tags) ? operation.tags.map(String) : [];
      const statuses = Object.keys(operation.responses);
      return [{ id, method: method.toUpperCase(), path, tags, statuses, plan: planOf(operation) }];
    }),
  );
}

/** `undefined` for an operation that is not deprecated. Times are in milliseconds since 1970. */
function planOf(operation: Readonly<Record<string, unknown>>) {
  const deprecation = operation['x-deprecation'];
  if (operation.deprecated !== true || !isJsonObject(deprecation)) return undefined;
  return {
    since: Date.parse(String(deprecation.since)),
    sunset: Date.parse(String(deprecation.sunset)),
    link: String(deprecation.link),
  };
}
