import type { RawRequest, Request } from './http/request.ts';
import { CheckSkipped } from './outcome.ts';

/** Thrown instead of sending a request that the options of the run do not allow. */
export class NotSent extends CheckSkipped {
  constructor(reason: string) {
    super(reason, 'choice');
    this.name = 'NotSent';
  }
}

/** Why a request is not sent that would reach what this run did not create. */
export const notOwn = 'would change what this run did not create; --destructive allows that';

/** Whether the method changes nothing (RFC 9110, 9.2.1; QUERY: draft-ietf-httpbis-safe-method-w-body). */
export function isSafe(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS', 'QUERY'].includes(method);
}

/** For `--read-only`. A server may read raw bytes as any request. @throws NotSent */
export function requireSafe(request: Request | RawRequest): void {
  if ('bytes' in request || !isSafe(request.method))
    throw new NotSent('--read-only sends only GET, HEAD, OPTIONS and QUERY');
}
