import { error as validatorErrors } from 'express-openapi-validator';
import { type Fault, Problem } from './problem.ts';

/** Turns what the validator throws into a problem of the contract; `undefined` for anything else. */
export function readValidationError(error: unknown): Problem | undefined {
  if (error instanceof validatorErrors.BadRequest)
    return new Problem('validation_failed', { faults: error.errors.map(toFault) });
  if (error instanceof validatorErrors.UnsupportedMediaType) return new Problem('unsupported_media_type');
  return undefined;
}

interface ValidatorFault {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string | undefined;
}

function toFault({ path, message, errorCode = '' }: ValidatorFault): Fault {
  const [rule = ''] = errorCode.split('.');
  switch (rule) {
    case 'additionalProperties':
      // The name of a member that the contract does not know is the caller's text, and may be a secret gone astray.
      return { location: '/body', rule, message: 'must have no member that the contract does not know' };
    case 'pattern':
      return { location: path, rule, message: 'must have the form that the contract describes' };
    default:
      return { location: path, rule, message };
  }
}
