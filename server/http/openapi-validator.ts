import { type ErrorRequestHandler, Router } from 'express';
import { middleware, error as validatorErrors } from 'express-openapi-validator';
import type { OpenApiDocument } from './document.ts';
import { type InvalidField, Problem } from './problem.ts';

/** Checks requests against the contract, and lists every invalid field. It takes about 0.4 s of CPU time to load. */
export function createValidator(document: OpenApiDocument): Router {
  const validator = middleware({
    // Paths are matched from the root: the validator need not know at which address clients reach the service.
    // Its type of a document is narrower than OpenAPI 3.1.
    apiSpec: { ...document, servers: [{ url: '/' }] } as never,
    // `npm run lint` checks the contract itself, and more thoroughly.
    validateApiSpec: false,
    validateRequests: { allowUnknownQueryParameters: true, allErrors: true },
    // The target in its normal form.
    useRequestUrl: true,
    validateSecurity: false,
    // `respond.ts` checks every response where it is written.
    validateResponses: false,
  });
  const toProblem: ErrorRequestHandler = (error, _request, _response, next) => next(problemOf(error));
  return Router().use(validator, toProblem);
}

/** What the validator throws as a problem of the contract; anything else as it is. */
function problemOf(error: unknown): unknown {
  if (error instanceof validatorErrors.BadRequest)
    return new Problem('validation_failed', { invalidFields: error.errors.map(toInvalidField) });
  if (error instanceof validatorErrors.UnsupportedMediaType) return new Problem('unsupported_media_type');
  return error;
}

interface ValidatorError {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string | undefined;
}

function toInvalidField({ path, message, errorCode = '' }: ValidatorError): InvalidField {
  const [rule = ''] = errorCode.split('.');
  switch (rule) {
    case 'additionalProperties':
      // The name of a field that the contract does not know is the client's text, and may be a misplaced secret.
      return { location: '/body', rule, message: 'must have no field that the contract does not know' };
    case 'pattern':
      return { location: path, rule, message: 'must have the form that the contract describes' };
    default:
      return { location: path, rule, message };
  }
}
