import type { ErrorObject } from 'ajv';
import * as compiled from '../generated/mock-validators.ts';
import { type InvalidField, invalidField, Problem, unknownField } from '../server/http/problem.ts';
import type { MatchedOperation } from './find-operation.ts';

interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly ErrorObject[] | null;
}

const validators: Readonly<Record<string, Validator | undefined>> = compiled;

/** Checks the headers and the body against the contract. @throws Problem validation_failed */
export function validate({ id, object }: MatchedOperation, headers: object, body: unknown): void {
  const invalidFields = invalidIn('/headers', headers, validators[`${id}Headers`]);
  // Without content, an optional body is undefined. A required one never is: it has been rejected as malformed.
  if (object.requestBody !== undefined && body !== undefined) {
    const validator = validators[id];
    if (validator === undefined) {
      throw new Error(`there is no validator for the body of ${id}: run \`npm run generate\``);
    }
    invalidFields.push(...invalidIn('/body', body, validator));
  }
  if (invalidFields.length > 0) throw new Problem('validation_failed', { invalidFields });
}

function invalidIn(part: string, value: unknown, validator: Validator | undefined): InvalidField[] {
  if (validator === undefined || validator(value)) return [];
  return (validator.errors ?? []).map(
    ({ instancePath, keyword: rule, params, message = 'is wrong' }) => {
      if (rule === 'additionalProperties') return unknownField(String(params.additionalProperty));
      const location = part + instancePath;
      return invalidField(
        rule === 'required' ? `${location}/${params.missingProperty}` : location,
        rule,
        message,
      );
    },
  );
}
