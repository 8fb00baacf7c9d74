import { type CheckContext, hasResponse } from '../check.ts';
import type { Exchange, SentRequest } from '../http/exchange.ts';
import type { Request } from '../http/request.ts';
import { credentialVariable, variableName } from '../profile/profile.ts';
import type { Secrets } from '../secrets.ts';
import type { DocumentModel } from './document-model.ts';
import type { Operation } from './model/operation.ts';
import {
  type Credential,
  chooseCredentials,
  rememberCredential,
  type SecurityScheme,
  secretPart,
  withCredentials,
} from './model/security.ts';
import { cookiesIn, namedValues, queryOf } from './named-values.ts';

export function createCredentials(base: CheckContext, { options, schemes }: DocumentModel) {
  // A login may end the session of another, so credentials are only cached during one check.
  const cached = new Map<string, Promise<readonly Credential[] | undefined>>();

  const fetchCredential = async (scheme: SecurityScheme): Promise<string | undefined> => {
    const credential =
      (await options.credential?.(scheme, base)) ?? base.profile.credentials[scheme.name];
    if (credential === undefined) return undefined;
    rememberCredential(base.secrets, credentialVariable(scheme.name), { scheme, credential });
    return credential;
  };
  const fetchAll = async ({ security }: Operation) => {
    const found = new Map<string, string>();
    for (const name of new Set(security.flat())) {
      const scheme = schemes.get(name);
      if (scheme === undefined || scheme.kind === 'other') continue;
      const credential = await fetchCredential(scheme);
      if (credential !== undefined) found.set(name, credential);
    }
    return chooseCredentials(security, schemes, found);
  };
  const credentials = (operation: Operation) => {
    const known = cached.get(operation.id) ?? fetchAll(operation);
    cached.set(operation.id, known);
    return known;
  };
  return {
    credentials,
    authorised: async (operation: Operation, request: Request): Promise<Request> =>
      withCredentials(request, (await credentials(operation)) ?? []),
    forgetCredentials: (operationId: string) => void cached.delete(operationId),
  };
}

/** What a request carries where a scheme says, without the name of the scheme: anyone may have sent it. */
export function sentCredentials(
  { headers, target }: Pick<SentRequest, 'headers' | 'target'>,
  scheme: SecurityScheme,
): string[] {
  const { carrier } = scheme;
  if (scheme.in === 'query') return queryOf(target).getAll(carrier);
  const valuesOf = (name: string) =>
    headers.flatMap(([given, value]) =>
      given.toLowerCase() === name.toLowerCase() ? [value] : [],
    );
  if (scheme.in === 'header') return valuesOf(carrier).map((value) => secretPart(scheme, value));
  return cookiesIn(headers).flatMap(([name, value]) => (name === carrier ? [value] : []));
}

/** Names of fields, parameters and headers whose values are secret, in any document. */
export const secretName =
  /(token|secret|passw\w*|passphrase|(api|access|private)[-_]?key|jwt|bearer|session|signature|credential)s?([-_]?(id|key))?\]?$/i;

/** Masks what a server issues, by the names of fields and headers, and its cookies. It may be in any response, so nothing searches for it. */
export function rememberIssued(secrets: Secrets, exchange: Exchange): void {
  if (!hasResponse(exchange)) return;
  const { headers, json } = exchange.response;
  const named = [...namedValues(json?.value), ...headers].filter(([name]) => secretName.test(name));
  const cookies = headers
    .filter(([name]) => name.toLowerCase() === 'set-cookie')
    .map(([, value]) => /^([^=]*)=([^;]*)/.exec(value)?.slice(1, 3) ?? []);
  for (const [name = '', value] of [...named, ...cookies])
    if (typeof value === 'string' && value.length >= 8)
      secrets.remember(variableName(name), value, false);
}
