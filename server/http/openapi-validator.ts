import { type ErrorRequestHandler, Router } from 'express';
import { middleware, error as validatorErrors } from 'express-openapi-validator';
import type { OpenApiDocument } from './document.ts';
import { type InvalidField, invalidField, Problem, unknownField } from './problem.ts';

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
  const toProblem: ErrorRequestHandler = (error, _request, _response, next) =>
    next(problemOf(error));
  return Router().use(validator, toProblem);
}

/** What the validator throws as a problem of the contract; anything else as it is. */
function problemOf(error: unknown): unknown {
  if (error instanceof validatorErrors.BadRequest)
    return new Problem('validation_failed', { invalidFields: error.errors.map(toInvalidField) });
  if (error instanceof validatorErrors.UnsupportedMediaType)
    return new Problem('unsupported_media_type');
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
