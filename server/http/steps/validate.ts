import type { OpenApiDocument } from '../contract/document.ts';
import { operationOf, type Step } from '../incoming.ts';
import type { ExpressIncoming } from '../transport/express-listener.ts';

/**
 * Checks the request against the contract. The compiled check of the operation accepts nearly all valid requests, in about a
 * microsecond. The validator checks the others and says what is wrong; it takes a hundred times as long. It also takes longer
 * to load than the remainder of the service, so the first request that needs it loads it, or `loadValidator` does.
 */
export function validate(document: OpenApiDocument): Step<ExpressIncoming> {
  return (incoming, outgoing) => {
    const { request, headers } = operationOf(incoming).checks ?? {};
    if (request?.(incoming.body) && (headers === undefined || headers(incoming.message.headers)))
      return undefined;
    return loadValidator(document).then((check) => check(incoming, outgoing));
  };
}

const validators = new WeakMap<OpenApiDocument, Promise<Step<ExpressIncoming>>>();

/** Loads the validator of a document once. That takes about 0.4 s of CPU time, during which no request is served. */
export function loadValidator(document: OpenApiDocument): Promise<Step<ExpressIncoming>> {
  const known = validators.get(document);
  if (known !== undefined) return known;
  const loading = import('../transport/express-validator.ts').then(({ createValidator }) =>
    createValidator(document),
  );
  validators.set(document, loading);
  return loading;
}
