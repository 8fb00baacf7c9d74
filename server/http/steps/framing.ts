import type { Message, Step } from '../incoming.ts';
import { Problem } from '../problem.ts';
import { isAuthority, normaliseTarget } from '../transport/target.ts';

/**
 * Rejects what Node parses but two servers on the way may read differently. Sets the normal form of the target, so that all
 * later steps see the same path.
 */
export const framing: Step = (incoming) => {
  const { message, sentTarget } = incoming;
  if (hasUnknownCoding(message)) throw new Problem('malformed_request', { headers: { Connection: 'close' } });
  const { hosts, authorizations, idempotencyKeys } = count(message);
  if (hasAmbiguousHost(message, hosts) || authorizations > 1 || idempotencyKeys > 1)
    throw new Problem('malformed_request');
  const target = normaliseTarget(sentTarget);
  if (target === undefined) throw new Problem('malformed_request');
  incoming.target = target;
  return undefined;
};

// RFC 9112, 6.1: HTTP/1.0 has no transfer codings, and this server decodes only `chunked`. With any other, nobody knows where
// the body ends, so nothing more is read from the connection.
function hasUnknownCoding({ headers, httpVersion }: Message): boolean {
  const coding = headers['transfer-encoding'];
  return coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked');
}

// RFC 9112, 3.2: a request without Host, with more than one or with an invalid one gets 400. HTTP/1.0 has no Host.
function hasAmbiguousHost({ headers, httpVersion }: Message, hosts: number): boolean {
  if (headers.host === undefined) return httpVersion !== '1.0';
  return hosts > 1 || !isAuthority(headers.host);
}

// Of two such headers Node keeps the first, or joins their values. Its lists of all values are slow to create, and only these
// numbers are needed.
function count({ rawHeaders }: Message) {
  let hosts = 0;
  let authorizations = 0;
  let idempotencyKeys = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase();
    if (name === 'host') hosts += 1;
    else if (name === 'authorization') authorizations += 1;
    else if (name === 'idempotency-key') idempotencyKeys += 1;
  }
  return { hosts, authorizations, idempotencyKeys };
}
