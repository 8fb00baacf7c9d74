import type { OpenApiDocument } from '../contract/document.ts';
import { operationOf, type Step } from '../incoming.ts';
import type { ExpressIncoming } from '../transport/express-listener.ts';

/**
 * Checks the request against the contract. The compiled check of the operation accepts nearly all valid requests, in about a
 * microsecond. The validator checks the others and says what is wrong; it takes a hundred times as long. It also takes longer
 * to load than the remainder of the service, so the first request that needs it loads it.
 */
export function validate(document: OpenApiDocument): Step<ExpressIncoming> {
  let validator: Promise<Step<ExpressIncoming>> | undefined;
  return (incoming, outgoing) => {
    const { request, headers } = operationOf(incoming).checks ?? {};
    if (request?.(incoming.body) && (headers === undefined || headers(incoming.message.headers)))
      return undefined;
    validator ??= import('../transport/express-validator.ts').then(({ createValidator }) =>
      createValidator(document),
    );
    return validator.then((check) => check(incoming, outgoing));
  };
}
