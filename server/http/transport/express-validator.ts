import { Router } from 'express';
import { middleware, error as validatorErrors } from 'express-openapi-validator';
import type { OpenApiDocument } from '../contract/document.ts';
import type { Step } from '../incoming.ts';
import { type InvalidField, Problem } from '../problem.ts';
import type { ExpressIncoming } from './express-listener.ts';

/** Checks requests against the contract, and lists every invalid field. */
export function createValidator(document: OpenApiDocument): Step<ExpressIncoming> {
  const validator = Router().use(
    middleware({
      // Paths are matched from the root: the validator need not know at which address clients reach the service.
      // Its type of a document is narrower than OpenAPI 3.1.
      apiSpec: { ...document, servers: [{ url: '/' }] } as never,
      // `npm run lint` checks the contract itself, and more thoroughly.
      validateApiSpec: false,
      validateRequests: { allowUnknownQueryParameters: true, allErrors: true },
      // The target in its normal form, which is set below.
      useRequestUrl: true,
      validateSecurity: false,
      // The envelope checks every response where it is written.
      validateResponses: false,
    }),
  );
  return async (incoming) => {
    const { message, target, body } = incoming;
    const { res: response } = message;
    if (response === undefined) throw new Error('Express gives every request its response');
    message.url = target;
    message.body = body;
    await new Promise<void>((resolve, reject) => {
      validator(message, response, (error?: unknown) => {
        if (error) reject(toProblem(error));
        else resolve();
      });
    });
    incoming.body = message.body;
    return undefined;
  };
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
      // The name of a field that the contract does not know is the client's text, and may be a misplaced secret.
      return { location: '/body', rule, message: 'must have no field that the contract does not know' };
    case 'pattern':
      return { location: path, rule, message: 'must have the form that the contract describes' };
    default:
      return { location: path, rule, message };
  }
}
