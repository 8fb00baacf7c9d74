import document from '#openapi' with { type: 'json' };
import { isObject, stringField } from './responses/service-response.ts';

/** What the checks of the service read of its contract. */
export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The one that the tool was built with. */
export const contract: Contract = document;

/** How an operation ends: `x-deprecation` of one that is deprecated. */
export interface Ending {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly sunset: number;
  readonly link: string;
}

export interface ContractOperation {
  readonly id: string;
  readonly statuses: readonly string[];
  /** `undefined` for one that does not end. */
  readonly ending: Ending | undefined;
}

export function operationsIn({ paths }: Contract): ContractOperation[] {
  return Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => {
      if (!isObject(operation)) return [];
      const id = stringField(operation, 'operationId');
      if (id === undefined || !isObject(operation.responses)) return [];
      return [{ id, statuses: Object.keys(operation.responses), ending: endingOf(operation) }];
    });
}

function endingOf(operation: Readonly<Record<string, unknown>>): Ending | undefined {
  const told = operation['x-deprecation'];
  if (operation.deprecated !== true || !isObject(told)) return undefined;
  return {
    since: Date.parse(String(told.since)),
    sunset: Date.parse(String(told.sunset)),
    link: String(told.link),
  };
}
