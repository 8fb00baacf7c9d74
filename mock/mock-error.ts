import type { Reason } from '../server/http/problem.ts';

/** The test wants something that the mock does not have. The message says what the mock has. */
export class MockError extends Error {
  /** Of the response, where a request is the cause. */
  readonly reason: Reason;

  constructor(message: string, reason: Reason = 'malformed_request') {
    super(message);
    this.name = 'MockError';
    this.reason = reason;
  }
}

/** A scenario has reset the connection, without a response. */
export class ConnectionReset extends TypeError {
  constructor() {
    super('fetch failed: the mock reset the connection');
    this.name = 'ConnectionReset';
  }
}

/** Each field with a check of its value, and what the check expects, for the message. */
export type Fields = Readonly<
  Record<string, readonly [isValid: (value: unknown) => boolean, expected: string]>
>;

/** Checks an object that a test, a file or a request gives. @throws MockError, which never shows its value */
export function checkFields(
  value: unknown,
  where: string,
  fields: Fields,
  required: readonly string[] = [],
): asserts value is Record<string, unknown> {
  if (!isObject(value)) throw new MockError(`${where}: must be an object`);
  for (const name of [...required, ...Object.keys(value)]) {
    const [isValid, expected] = Object.hasOwn(fields, name) ? (fields[name] ?? []) : [];
    if (isValid === undefined)
      throw new MockError(
        `${where}: unknown field "${name}"; the fields are ${Object.keys(fields).join(', ')}`,
      );
    if (!isValid(value[name])) throw new MockError(`${where}: "${name}" must be ${expected}`);
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
