import { createHash, timingSafeEqual } from 'node:crypto';
import { operationOf, type Step } from '../../server/http/incoming.ts';
import { Problem } from '../../server/http/problem.ts';
import { readBearer } from '../../server/http/steps/authenticate.ts';

/** Requires the credential for every operation that does not say that it needs none. */
export function checkCredential(credential: string): Step {
  const expected = digest(credential);
  return (incoming) => {
    if (isOpen(operationOf(incoming).object.security)) return undefined;
    const sent = digest(readBearer(incoming.message.headers.authorization));
    if (!timingSafeEqual(sent, expected)) throw new Problem('token_invalid');
    return undefined;
  };
}

// OpenAPI, 4.8.10.1: an empty list removes what the document requires everywhere.
function isOpen(security: readonly unknown[] | undefined): boolean {
  return security?.length === 0;
}

// Always of one length, whatever the client sent.
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
