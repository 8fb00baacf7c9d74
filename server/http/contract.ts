import type { RequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import { contextOf } from './context.ts';
import type { OpenApiDocument } from './document.ts';
import { envelopeFormat } from './envelope.ts';
import type { Log } from './log.ts';
import { Problem } from './problem.ts';

/** Step 2: holds requests and answers against the contract. What it throws is read by `http/validation`. */
export function contract(document: OpenApiDocument, log: Log, format = envelopeFormat): RequestHandler[] {
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
        const context = contextOf(response);
        const { traceId } = context;
        context.reason = 'internal_error';
        log.error({ traceId, faults: error.errors }, 'an answer that breaks the contract was held back');
        // The validator hands over the very object that is about to be sent, and sends whatever is in it afterwards.
        const problem = new Problem('internal_error');
        response.status(500).set(format.headers(problem));
        for (const name of Object.keys(body)) delete body[name];
        Object.assign(body, format.body(problem, traceId));
      },
    },
  });
}
