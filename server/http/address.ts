import type { Request } from 'express';

/** Who is at the other end, behind as many proxies as the operator vouches for (app.ts, `trust proxy`). */
export function addressOf(request: Request): string {
  // A peer that has gone has no address any more, and will not read an answer.
  return request.ip ?? '';
}
