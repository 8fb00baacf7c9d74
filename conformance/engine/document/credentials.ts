import type { CheckContext, CompletedExchange } from '../check.ts';
import type { SentRequest } from '../http/exchange.ts';
import type { Request } from '../http/request.ts';
import { credentialVariable } from '../profile/profile.ts';
import type { DocumentModel } from './document-model.ts';
import type { Operation } from './model/operation.ts';
import {
  type Credential,
  completeAlternatives,
  isOpen,
  rememberCredential,
  type SecurityScheme,
  secretPart,
  withCredentials,
} from './model/security.ts';
import { cookiesIn, queryOf } from './named-values.ts';
import { createRegistration } from './obtain-credentials.ts';

type Credentials = readonly Credential[];

export interface OtherUser {
  readonly credentials: Credentials;
  /** Whether the profile has named the user, and so says that users do not share what they have. */
  readonly isGiven: boolean;
}

/** Alternatives of the document that a server accepts only together. */
export interface NeedsAll {
  readonly exchange: CompletedExchange;
  /** The rejection of each of them alone. */
  readonly alone: readonly CompletedExchange[];
}

export function createCredentials(base: CheckContext, model: DocumentModel) {
  const { options, schemes } = model;
  // A login may end the session of another, so credentials are only cached during one check.
  const cached = new Map<string, Promise<Credentials | undefined>>();
  const registration = createRegistration(base, model);
  /** By the alternatives: those that a server has accepted in place of the first. */
  const chosen = new Map<string, (all: readonly Credentials[]) => Credentials>();
  const needsAll = new Map<string, NeedsAll>();

  const fetchCredential = async (scheme: SecurityScheme): Promise<string | undefined> => {
    const credential =
      (await options.credential?.(scheme, base)) ??
      given[scheme.name] ??
      (hasNone() ? await registration.credential(scheme, 'user') : undefined);
    if (credential === undefined) return undefined;
    rememberCredential(base.secrets, credentialVariable(scheme.name), { scheme, credential });
    return credential;
  };
  const { credentials: given, otherCredentials, headers } = base.profile;
  /** Whether the run may be a user of its own: nobody has given it one. */
  const hasNone = () =>
    options.credential === undefined &&
    Object.keys(given).length === 0 &&
    !headers.some(([name]) => /^(authorization|cookie|.*(key|token)).*$/i.test(name));
  const alternativesOf = async (
    { security }: Operation,
    fetch: (scheme: SecurityScheme) => Promise<string | undefined> = fetchCredential,
  ): Promise<Credentials[]> => {
    const found = new Map<string, string>();
    for (const name of new Set(security.flat())) {
      const scheme = schemes.get(name);
      if (scheme === undefined || scheme.kind === 'other') continue;
      const credential = await fetch(scheme);
      if (credential !== undefined) found.set(name, credential);
    }
    return completeAlternatives(security, schemes, found);
  };
  const fetchAll = async (operation: Operation) => {
    const choose = chosen.get(keyOf(operation));
    if (choose === undefined && operation.isSilent) return [];
    const all = await alternativesOf(operation);
    return choose?.(all) ?? all[0];
  };
  const credentials = (operation: Operation) => {
    const known = cached.get(operation.id) ?? fetchAll(operation);
    cached.set(operation.id, known);
    return known;
  };
  const authorised = async (operation: Operation, request: Request): Promise<Request> =>
    withCredentials(request, (await credentials(operation)) ?? []);

  return {
    credentials,
    authorised,
    forgetCredentials: (operationId: string) => void cached.delete(operationId),
    /** The credentials of a second user: of the profile, or of one whom the run registers like the first. */
    otherCredentials: async (operation: Operation): Promise<OtherUser | undefined> => {
      const named = await alternativesOf(operation, async ({ name }) => otherCredentials[name]);
      const own = hasNone()
        ? await alternativesOf(operation, (scheme) => registration.credential(scheme, 'other'))
        : [];
      const [credentials] = [...named, ...own];
      return credentials && { credentials, isGiven: named.length > 0 };
    },
    needsAll: ({ id }: Operation) => needsAll.get(id),
    /**
     * Sends a request with credentials. If the server rejects the first alternative of the document, sends it with each of the
     * others, then with all together, and uses from then on what the server accepts. Where the document does not say what an
     * operation needs, the first alternative is none.
     */
    sendAuthorised: async (
      operation: Operation,
      request: Request,
      send: (request: Request) => Promise<CompletedExchange>,
    ): Promise<CompletedExchange> => {
      const first = await send(await authorised(operation, request));
      const { isSilent } = operation;
      const all = isOpen(operation) && !isSilent ? [] : await alternativesOf(operation);
      const isRejected = (exchange: CompletedExchange) =>
        ['unauthenticated', 'forbidden'].includes(model.meaning(exchange));
      if (!isRejected(first) || chosen.has(keyOf(operation))) return first;
      const each = [...all.keys()].map((at) => (given: readonly Credentials[]) => given[at] ?? []);
      const together = (given: readonly Credentials[]) => given.flat();
      const others = isSilent ? each : each.slice(1);
      const choices = all.length < 2 ? others : [...others, together];
      const alone = [first];
      for (const choose of choices) {
        const exchange = await send(withCredentials(request, choose(all)));
        if (isRejected(exchange)) {
          alone.push(exchange);
          continue;
        }
        chosen.set(keyOf(operation), choose);
        cached.clear();
        if (choose === together && !isSilent && model.isSuccess(exchange))
          needsAll.set(operation.id, { exchange, alone });
        return exchange;
      }
      return first;
    },
  };
}

const keyOf = ({ security, isSilent }: Operation) => JSON.stringify([security, isSilent]);

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
