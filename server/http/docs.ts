import type { RequestHandler } from 'express';
import { createSite, isOnSite } from './site.ts';

/** The docs below `/docs`, before the operations; a target that is not theirs goes on to the contract. */
export function docs(folder?: string): RequestHandler {
  const site = createSite(folder);
  return (request, response, next) => {
    // Requests of operations are not made to wait.
    if (!isOnSite(request.url)) return next();
    site(request, response, request.url).then((answered) => {
      if (!answered) next();
    }, next);
  };
}
