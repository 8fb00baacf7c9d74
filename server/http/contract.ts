import { type RequestHandler, Router } from 'express';
import { middleware } from 'express-openapi-validator';
import { matchedOperation } from './context.ts';
import type { OpenApiDocument } from './document.ts';

/**
 * Step 2: holds requests against the contract. The compiled check of the operation lets through what it accepts, which takes
 * about a microsecond. All else is for the validator, which takes a hundred times that, and tells what is wrong: what it
 * throws is read by `http/validation`.
 */
export function contract(document: OpenApiDocument): RequestHandler {
  const validator = Router().use(
    middleware({
      // Paths are matched from the root: where the service is reached from outside is not for the validator to know.
      // It types its documents more narrowly than OpenAPI 3.1 is.
      apiSpec: { ...document, servers: [{ url: '/' }] } as never,
      validateRequests: { allowUnknownQueryParameters: true, allErrors: true },
      // The URL in the normal form that http/framing has given it.
      useRequestUrl: true,
      validateSecurity: false,
      // Every answer is checked where it is written (http/envelope).
      validateResponses: false,
    }),
  );
  return (request, response, next) => {
    const accepts = matchedOperation(response).checks?.request;
    if (accepts?.(request.body)) next();
    else validator(request, response, next);
  };
}
