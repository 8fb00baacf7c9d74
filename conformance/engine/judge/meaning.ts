import type { CompletedExchange } from '../check.ts';

/** What a status says about a request, whatever the API. */
export type Meaning =
  | 'success'
  | 'redirect'
  /** Something in the request is wrong. */
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  /** What the request is about does not exist, or is not to be seen. */
  | 'absent'
  /** The request does not fit what the server has: a name that is taken, another version. */
  | 'conflict'
  | 'limited'
  | 'busy'
  | 'error';

/** The statuses that mean something else than their class (RFC 9110, 15). */
const exceptions: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [401, 'unauthenticated'],
  [407, 'unauthenticated'],
  [402, 'forbidden'],
  [403, 'forbidden'],
  [451, 'forbidden'],
  [404, 'absent'],
  [410, 'absent'],
  [409, 'conflict'],
  [412, 'conflict'],
  [423, 'conflict'],
  [424, 'conflict'],
  [428, 'conflict'],
  [408, 'limited'],
  [425, 'limited'],
  [429, 'limited'],
  [502, 'busy'],
  [503, 'busy'],
  [504, 'busy'],
]);

/** Another status means what the first of its class means. A code of the server's own beyond 599 is a rejection. */
export function meaningOf(status: number): Meaning {
  const exception = exceptions.get(status);
  if (exception !== undefined) return exception;
  if (status < 300) return 'success';
  if (status < 400) return 'redirect';
  return status >= 500 && status <= 599 ? 'error' : 'invalid';
}

/** Whether the server does not serve the method, whatever the request has (RFC 9110, 15.5.6 and 15.6.2). */
export function isRefused({ response: { status } }: CompletedExchange): boolean {
  return status === 405 || status === 501;
}
