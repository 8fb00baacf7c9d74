import { Router } from 'express';
import { middleware, error as validatorErrors } from 'express-openapi-validator';
import { type InvalidField, invalidField, Problem, unknownField } from './problem.ts';

export interface ValidateOptions {
  /** The contract. */
  readonly document: object;
  /** Gets what is wrong with a response, without its values: the response becomes a 500. */
  readonly onInvalidResponse: (invalid: readonly InvalidField[]) => void;
}

/** Checks requests and responses against the contract. It lists every invalid field of a request. */
export function createValidator({ document, onInvalidResponse }: ValidateOptions): Router {
  const validator = middleware({
    // Paths are matched from the root: the validator need not know at which address clients reach the service.
    // Its type of a document is narrower than OpenAPI 3.1.
    apiSpec: { ...document, servers: [{ url: '/' }] } as never,
    // `npm run lint` checks the contract itself, and more thoroughly.
    validateApiSpec: false,
    validateRequests: { allowUnknownQueryParameters: true, allErrors: true },
    // The target in its normal form.
    useRequestUrl: true,
    // `authenticate` does.
    validateSecurity: false,
    validateResponses: {
      onError: ({ errors }) => {
        onInvalidResponse(errors.map(toInvalidField));
        throw new Problem('internal_error');
      },
    },
  });

  return Router().use(
    validator,
    (error: unknown, _request: unknown, _response: unknown, next: (error: unknown) => void) =>
      next(toProblem(error)),
  );
}

/** What the validator throws as a problem of the contract; anything else as it is. */
function toProblem(error: unknown): unknown {
  if (error instanceof validatorErrors.BadRequest) {
    return new Problem('validation_failed', { invalidFields: error.errors.map(toInvalidField) });
  }
  return error;
}

interface ValidatorError {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string | undefined;
}

function toInvalidField({ path, message, errorCode = '' }: ValidatorError): InvalidField {
  const [rule = ''] = errorCode.split('.');
  return rule === 'additionalProperties'
    ? unknownField(path.slice(path.lastIndexOf('/') + 1))
    : invalidField(path, rule, message);
}
