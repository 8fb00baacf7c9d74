import type { CompiledCheck } from '../../compiled-check.ts';

export interface OperationChecks {
  /** Checks the body of a request. Missing where the contract has rules for parameters of the path or the query. */
  readonly request?: CompiledCheck;
  /** Checks the headers of a request, by their names in lower case. Missing where the contract describes none. */
  readonly headers?: CompiledCheck;
  /** Checks the body of a response, by its status. */
  readonly responses: Readonly<Record<number, CompiledCheck>>;
}

/** By the id of an operation. `npm run generate` compiles them from the contract. */
export type Checks = Readonly<Record<string, OperationChecks>>;

interface InvalidValue {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** A response that its contract does not allow. Its content is left out: it may be a secret in the wrong place. */
export class InvalidResponseError extends Error {
  readonly invalidValues: readonly InvalidValue[];

  constructor(invalidValues: readonly InvalidValue[]) {
    super('suppressed a response that the contract does not allow');
    this.name = 'InvalidResponseError';
    this.invalidValues = invalidValues;
  }
}

/** Checks a response against the contract. @throws InvalidResponseError */
export function validateResponse({ responses }: OperationChecks, code: number, body: unknown): void {
  const check = responses[code];
  if (check === undefined)
    throw new InvalidResponseError([
      { path: '', rule: 'status', message: `the operation has no response ${code}` },
    ]);
  if (check(body)) return;
  throw new InvalidResponseError(
    (check.errors ?? []).map(({ instancePath, keyword, message = 'is wrong' }) => ({
      path: instancePath,
      rule: keyword,
      message,
    })),
  );
}
