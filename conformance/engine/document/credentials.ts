import type { CheckContext } from '../check.ts';
import type { SentRequest } from '../http/exchange.ts';
import type { Request } from '../http/request.ts';
import { credentialVariable } from '../profile/profile.ts';
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
import { cookiesIn, queryOf } from './named-values.ts';

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
