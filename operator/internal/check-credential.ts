import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { readBearer } from '../../server/http/authenticate.ts';
import { matchedOperation } from '../../server/http/context.ts';
import { Problem } from '../../server/http/problem.ts';

/** Asks for the credential, for every operation that does not say that it needs none. */
export function checkCredential(credential: string): RequestHandler {
  const expected = digest(credential);
  return (request, response, next) => {
    if (!isOpen(matchedOperation(response).object.security)) {
      const sent = digest(readBearer(request.headers.authorization));
      if (!timingSafeEqual(sent, expected)) throw new Problem('token_invalid');
    }
    next();
  };
}

// OpenAPI, 4.8.10.1: an empty list takes away what the document asks for everywhere.
function isOpen(security: readonly unknown[] | undefined): boolean {
  return security?.length === 0;
}

// Of one length, whatever was sent.
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
