import type { ErrorObject } from 'ajv';
import * as compiled from '../generated/mock-validators.ts';
import { operationOf, type Step } from '../server/http/incoming.ts';
import { type InvalidField, Problem } from '../server/http/problem.ts';

interface Validator {
  (body: unknown): boolean;
  readonly errors?: readonly ErrorObject[] | null;
}

const validators: Readonly<Record<string, Validator | undefined>> = compiled;

/** Checks the body against the contract, where the operation takes one. @throws Problem validation_failed */
export const validate: Step = (incoming) => {
  const { id, object } = operationOf(incoming);
  if (object.requestBody === undefined) return undefined;
  const validator = validators[id];
  if (validator === undefined)
    throw new Error(`there is no validator for the body of ${id}: run \`npm run generate\``);
  if (!validator(incoming.body))
    throw new Problem('validation_failed', { invalidFields: (validator.errors ?? []).map(toInvalidField) });
  return undefined;
};

function toInvalidField({
  instancePath,
  keyword: rule,
  params,
  message = 'is wrong',
}: ErrorObject): InvalidField {
  const location = `/body${instancePath}`;
  switch (rule) {
    case 'required':
      return { location: `${location}/${params.missingProperty}`, rule, message };
    case 'additionalProperties':
      // The name of a field that the contract does not know is the client's text, and may be a misplaced secret.
      return { location, rule, message: 'must have no field that the contract does not know' };
    case 'pattern':
      return { location, rule, message: 'must have the form that the contract describes' };
    default:
      return { location, rule, message };
  }
}
