import { type RequestHandler, Router } from 'express';
import { middleware, error as validatorErrors } from 'express-openapi-validator';
import type { OpenApiDocument } from './document.ts';
import { type InvalidField, Problem } from './problem.ts';

/** Holds requests against the contract, and refuses with a problem that tells every fault. */
export function createValidator(document: OpenApiDocument): RequestHandler {
  const validator = Router().use(
    middleware({
      // Paths are matched from the root: where the service is reached from outside is not for the validator to know.
      // It types its documents more narrowly than OpenAPI 3.1 is.
      apiSpec: { ...document, servers: [{ url: '/' }] } as never,
      // `npm run lint` holds the contract itself, with more than this would.
      validateApiSpec: false,
      validateRequests: { allowUnknownQueryParameters: true, allErrors: true },
      // The URL in the normal form that http/framing has given it.
      useRequestUrl: true,
      validateSecurity: false,
      // Every answer is checked where it is written (http/envelope).
      validateResponses: false,
    }),
  );
  return (request, response, next) =>
    validator(request, response, (error?: unknown) => next(error && toProblem(error)));
}

/** What the validator throws as a problem of the contract; anything else as it is. */
function toProblem(error: unknown): unknown {
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
      // The name of a member that the contract does not know is the caller's text, and may be a secret gone astray.
      return { location: '/body', rule, message: 'must have no member that the contract does not know' };
    case 'pattern':
      return { location: path, rule, message: 'must have the form that the contract describes' };
    default:
      return { location: path, rule, message };
  }
}
