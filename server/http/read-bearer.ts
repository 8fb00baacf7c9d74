import { Problem } from './problem.ts';

/** The token after `Bearer ` (RFC 6750, 2.1 and RFC 9110, 11.1: the scheme in any case). @throws Problem token_missing */
export function readBearer(header: string | undefined): string {
  const [, token] = /^bearer(?: (.*))?$/is.exec(header ?? '') ?? [];
  if (token === undefined) throw new Problem('token_missing');
  return token;
}
