import type { RequestHandler } from 'express';
import { matchedOperation } from './context.ts';
import type { OpenApiDocument } from './document.ts';

/**
 * Step 2: holds requests against the contract. The compiled check of the operation lets through what it accepts, which takes
 * about a microsecond. All else is for the validator, which takes a hundred times that, and tells what is wrong. It also
 * takes longer to load and to set up than the remainder of the service: that is done once, for the first who needs it.
 */
export function contract(document: OpenApiDocument): RequestHandler {
  let validator: Promise<RequestHandler> | undefined;
  return (request, response, next) => {
    const accepts = matchedOperation(response).checks?.request;
    if (accepts?.(request.body)) {
      next();
      return;
    }
    validator ??= import('./validator.ts').then(({ createValidator }) => createValidator(document));
    validator.then((validate) => validate(request, response, next)).catch(next);
  };
}
