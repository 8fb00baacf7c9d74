import type { RequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import { contextOf } from './context.ts';
import type { OpenApiDocument } from './document.ts';
import { failureEnvelope } from './envelope.ts';
import type { Log } from './log.ts';
import { Problem } from './problem.ts';

/** Step 2: holds requests and answers against the contract. What it throws is read by `http/validation`. */
export function contract(document: OpenApiDocument, log: Log): RequestHandler[] {
  return middleware({
    // Paths are matched from the root: where the service is reached from outside is not for the validator to know.
    // It types its documents more narrowly than OpenAPI 3.1 is.
    apiSpec: { ...document, servers: [{ url: '/' }] } as never,
    validateRequests: { allowUnknownQueryParameters: true, allErrors: true },
    // The URL in the normal form that http/framing has given it.
    useRequestUrl: true,
    validateSecurity: false,
    validateResponses: {
      onError: (error, body, request) => {
        const { res: response } = request;
        if (response === undefined) throw error;
        const { traceId } = contextOf(response);
        log.error({ traceId, faults: error.errors }, 'an answer that breaks the contract was held back');
        // The validator hands over the very object that is about to be sent, and sends whatever is in it afterwards.
        response.status(500);
        for (const name of Object.keys(body)) delete body[name];
        Object.assign(body, failureEnvelope(new Problem('internal_error'), traceId));
      },
    },
  });
}
