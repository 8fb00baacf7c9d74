import document from '#strict' with { type: 'json' };
import { isJsonObject, type Suite } from '../../../engine/index.ts';
import { stringField } from './responses/service-response.ts';

/** The part of an OpenAPI document that the checks of the service read. */
export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const contract: Contract = document;

export interface DeprecationPlan {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly sunset: number;
  readonly link: string;
}

export interface ContractOperation extends Omit<NonNullable<Suite['declared']>[number], 'operation'> {
  readonly id: string;
  /** `undefined` for an operation that is not deprecated. */
  readonly plan: DeprecationPlan | undefined;
}

export function operationsIn({ paths }: Contract): ContractOperation[] {
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

function planOf(operation: Readonly<Record<string, unknown>>): DeprecationPlan | undefined {
  const deprecation = operation['x-deprecation'];
  if (operation.deprecated !== true || !isJsonObject(deprecation)) return undefined;
  return {
    since: Date.parse(String(deprecation.since)),
    sunset: Date.parse(String(deprecation.sunset)),
    link: String(deprecation.link),
  };
}
