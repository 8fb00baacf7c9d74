import { headerOf, type RawRequest, type Request } from './http/request.ts';
import { CheckSkipped, type SkipCause } from './outcome.ts';

/** Thrown instead of sending a request that the options of the run do not allow, or that HTTP cannot express. */
export class NotSent extends CheckSkipped {
  constructor(reason: string, cause: SkipCause = 'choice') {
    super(reason, cause);
    this.name = 'NotSent';
  }
}

/** Why a request is not sent that would reach what this run did not create. */
export const notOwn = 'would change what this run did not create; --destructive allows that';

/** Whether the method changes nothing (RFC 9110, 9.2.1; QUERY: draft-ietf-httpbis-safe-method-w-body). */
export function isSafe(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS', 'QUERY'].includes(method);
}

// Frameworks that read them act on the method that they name, some for a GET too (Yii, Slim).
const overridingHeaders = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'];
const overridingField = /(?:^|[?&])_method=([^&#]*)/;

/** The method that a server may act on: that of the request line, unless a header or a field replaces it. */
export function effectiveMethod({ method, target, headers, body }: Request): string {
  const form = typeof body === 'string' ? body : '';
  const override =
    overridingHeaders.map((name) => headerOf(headers, name)).find((value) => value !== undefined) ??
    overridingField.exec(target)?.[1] ??
    overridingField.exec(form)?.[1];
  return override === undefined ? method : override.trim().toUpperCase();
}

/** For `--read-only`. A server may read raw bytes as any request. @throws NotSent */
export function requireSafe(request: Request | RawRequest): void {
  if ('bytes' in request || !isSafe(request.method) || !isSafe(effectiveMethod(request)))
    throw new NotSent('--read-only sends only GET, HEAD, OPTIONS and QUERY');
}
