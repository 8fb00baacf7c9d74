import type { Caller } from '../../operations/operation.ts';
import { type Incoming, operationOf, type Step } from '../incoming.ts';
import { Problem } from '../problem.ts';

/** The user to whom an access token belongs, or `undefined` when the token is not, or no longer, valid. */
export type FindCaller<In extends Incoming = Incoming> = (
  token: string,
  incoming: In,
) => Promise<Caller | undefined>;

/** Finds the caller by the access token, for the operations whose `security` requires one. */
export function authenticate<In extends Incoming>(findCaller: FindCaller<In>): Step<In> {
  return (incoming) => {
    const { security = [] } = operationOf(incoming).object;
    return security.length > 0 ? setCaller(incoming, findCaller) : undefined;
  };
}

async function setCaller<In extends Incoming>(incoming: In, findCaller: FindCaller<In>): Promise<undefined> {
  incoming.caller = await findCaller(readBearer(incoming.message.headers.authorization), incoming);
  if (incoming.caller === undefined) throw new Problem('token_invalid');
}

/** The token after `Bearer ` (RFC 6750, 2.1 and RFC 9110, 11.1: the scheme in any case). @throws Problem token_missing */
export function readBearer(header: string | undefined): string {
  const [, token] = /^bearer(?: (.*))?$/is.exec(header ?? '') ?? [];
  if (token === undefined) throw new Problem('token_missing');
  return token;
}
