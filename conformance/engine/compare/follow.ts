import type { CompletedExchange } from '../check.ts';
import { hasResponse } from '../check.ts';
import { findLists } from '../document/checks/lists/find-lists.ts';
import { createDocumentContext } from '../document/create-context.ts';
import { sentCredentials } from '../document/credentials.ts';
import type { DocumentModel } from '../document/document-model.ts';
import type { Operation } from '../document/model/operation.ts';
import { isJsonObject, type JsonObject } from '../document/model/pointer.ts';
import { rememberCredential, secretPart } from '../document/model/security.ts';
import { isScalar, sentFields } from '../document/named-values.ts';
import type { Resource } from '../document/sequences/resources/find-resources.ts';
import { identifyAll, matchPath, targetPath } from '../document/sequences/resources/identify.ts';
import { isIdField } from '../document/sequences/resources/names.ts';
import type { Exchange } from '../http/exchange.ts';
import { parseBaseUrl, type Request } from '../http/request.ts';
import { NotSent } from '../not-sent.ts';
import { CheckSkipped } from '../outcome.ts';
import { credentialVariable, type Profile } from '../profile/profile.ts';
import { trackActivity } from '../run/run-check.ts';
import { createRunContext } from '../run/run-context.ts';
import type { RunOptions } from '../run/run-options.ts';
import { compareLists } from './compare-lists.ts';
import { compareResponses } from './compare-responses.ts';
import type { Compared } from './differences.ts';
import { createOwnIds } from './own-ids.ts';
import {
  type Correspondence,
  NoTwin,
  translateRequest,
  translateValue,
} from './translate-request.ts';

export interface FollowerOptions
  extends Omit<RunOptions, 'suites' | 'onEvent'>,
    Pick<RunOptions, 'onEvent'> {
  readonly model: DocumentModel;
  /** The first server, whose requests are followed. */
  readonly first: { readonly baseUrl: string; readonly profile: Profile };
  /** Makes the names of this server's resources its own. */
  readonly salt: string;
}

/** The same request on both servers, and how their responses differ. */
export interface Followed extends Compared {
  readonly operation: Operation;
  readonly before: CompletedExchange;
  readonly after: Exchange;
}

export type Follower = ReturnType<typeof openFollower>;

/** Sends to a server what another one gets, on resources of its own, and compares the responses. */
export function openFollower(options: FollowerOptions) {
  const { first, target, profile, readOnly = false } = options;
  rememberCredentials(options);
  const run = createRunContext({ ...options, suites: [] }, trackActivity());
  const accepted = new Map<string, string>();
  const model: DocumentModel = {
    ...options.model,
    options: {
      // What the run itself has registered is deleted with the credentials that it used.
      credential: async ({ name }) => profile.credentials[name] ?? accepted.get(name),
    },
  };
  const context = createDocumentContext(run, model);
  const lists = findLists(model);
  const ids = createOwnIds();
  const words = new Map<string, string>();
  const credentials = credentialForms(first.profile, profile);
  const firstPrefix = parseBaseUrl(first.baseUrl).prefix;
  const prefix = parseBaseUrl(target.baseUrl).prefix;
  let last: Exchange | undefined;
  target.listen((exchange) => {
    last = exchange;
  });

  /** Sends it, and returns the last exchange also where the server sent no response that says something. */
  const send = async (request: Request): Promise<Exchange | undefined> => {
    last = undefined;
    try {
      return await context.call(request);
    } catch (error) {
      const isUnsaid = error instanceof CheckSkipped && !(error instanceof NotSent);
      if (error instanceof NotSent || (isUnsaid && last === undefined)) return undefined;
      if (!isUnsaid) throw error;
      return last;
    }
  };

  const sendTwin = async (operation: Operation, request: Request, before: CompletedExchange) => {
    const given: Correspondence = { ids, words, credentials, salt: options.salt };
    const after = await send(translateRequest(operation, request, given));
    if (after === undefined || !hasResponse(after) || !model.isSuccess(before))
      return { after, given };
    if (model.meaning(after) !== 'conflict') return { after, given };
    // The server may have what an earlier run created.
    const salt = `${options.salt} ${run.clock.now()}`;
    const renewed: Correspondence = { ids, words, credentials, salt };
    const again = await send(translateRequest(operation, request, renewed));
    return again !== undefined && hasResponse(again) && model.isSuccess(again)
      ? { after: again, given: renewed }
      : { after, given };
  };

  const createdBy = (operation: Operation): Resource | undefined =>
    model.resources.find(({ create, others }) => [create, ...others].includes(operation));

  const noteRemoved = (operation: Operation, { request }: CompletedExchange) => {
    const values = matchPath(operation.path, targetPath(request.target, firstPrefix)) ?? {};
    const [name, value] = Object.entries(values).at(-1) ?? [];
    if (name !== undefined && value !== undefined) ids.remove(operation, name, value);
  };

  /** Learns which resources and words of the two servers correspond. */
  const learn = (
    operation: Operation,
    before: CompletedExchange,
    after: CompletedExchange | undefined,
  ) => {
    const isDone = after !== undefined && model.isSuccess(after);
    const resource = createdBy(operation);
    if (operation.method === 'DELETE' && model.isSuccess(before)) noteRemoved(operation, before);
    if (resource !== undefined && model.isSuccess(before)) {
      const validator = model.requests;
      const own = identifyAll(resource, before, { prefix: firstPrefix, validator });
      const twins = isDone ? identifyAll(resource, after, { prefix, validator }) : [];
      for (const [at, { identity }] of own.entries())
        ids.add(resource, identity, twins[at]?.identity);
    }
    if (!isDone) return;
    const sent = new Set(sentFields(before.request.body).map(([, value]) => value));
    for (const [word, twin] of wordPairs(before.response.json?.value, after.response.json?.value))
      if (!words.has(word) && !sent.has(word)) words.set(word, twin);
    const [etag, other] = [before, after].map(({ response }) => response.header('etag'));
    if (etag !== undefined && other !== undefined) words.set(etag, other);
    for (const scheme of model.schemes.values())
      for (const value of sentCredentials(after.request, scheme))
        accepted.set(scheme.name, secretPart(scheme, value));
  };

  /** Whether each id in the path names something that the run created, or the profile gives. */
  const namesKnown = (operation: Operation, { target: sent }: Request): boolean => {
    const values = Object.entries(matchPath(operation.path, targetPath(sent, '')) ?? {});
    const given = context.model.given(operation).parameters;
    return values.every(
      ([name, value]) =>
        ids.inPath(operation, name, value) !== undefined ||
        String(given[`path ${name}`]) === value ||
        words.has(value),
    );
  };

  const isOwn = (operation: Operation, request: Request) =>
    operation.path.includes('{') && namesKnown(operation, request);

  const twinOf = (
    resource: Resource | undefined,
    item: JsonObject,
    others: readonly JsonObject[],
  ): JsonObject | undefined => {
    if (resource === undefined) return undefined;
    for (const [name, value] of Object.entries(item)) {
      if (!isScalar(value) || !isIdField(resource.path, name)) continue;
      const own = ids.named(resource, name, value);
      if (own?.twin === undefined) continue;
      return others.find((one) => String(one[name]) === String(own.twin));
    }
    return undefined;
  };

  const compare = (
    operation: Operation,
    request: Request,
    before: CompletedExchange,
    after: CompletedExchange,
    given: Correspondence,
  ): Compared => {
    const list = lists.find((one) => one.operation === operation);
    const isSuccess = model.isSuccess(before);
    const isAbout = readOnly || isOwn(operation, request) || operation.method !== 'GET';
    const values = !isSuccess ? 'codes' : isAbout ? 'all' : 'none';
    const compared = compareResponses({
      ...{ operation, before, after, isSuccess },
      baseUrls: [first.baseUrl, target.baseUrl],
      creates: isSuccess ? createdBy(operation) : undefined,
      rules: {
        values,
        now: run.clock.now(),
        translate: (name, value) => {
          const twin = translateOrKeep(operation, name, value, given);
          return typeof twin === 'string' ? twin.replaceAll(first.baseUrl, target.baseUrl) : twin;
        },
        twinOf: (item, others) => twinOf(list?.resource, item, others),
      },
    });
    if (
      list === undefined ||
      !isSuccess ||
      compared.differences.some(({ kind }) => kind === 'status')
    )
      return compared;
    const { resource } = list;
    const isNamed = (item: JsonObject, isSo: (resource: Resource, id: unknown) => boolean) =>
      resource !== undefined &&
      Object.entries(item).some(
        ([name, value]) => isIdField(resource.path, name) && isSo(resource, value),
      );
    const ofList = compareLists({
      ...{ list, before, after },
      pairsOf: (items, others) =>
        items.flatMap((item) => {
          const twin = twinOf(resource, item, others);
          return twin === undefined ? [] : [[item, twin] as const];
        }),
      isOwn: (item) => isNamed(item, (of, id) => ids.has(of, id, 'id')),
      isTwin: (item) => isNamed(item, (of, id) => ids.has(of, id, 'twin')),
      isRemoved: (item) => isNamed(item, ids.isRemoved),
    });
    return {
      differences: [...compared.differences, ...ofList],
      valuesAt: [...compared.valuesAt, ['*']],
    };
  };

  return {
    /** Undefined: there is nothing to compare, as the request was not sent, or names what the servers need not share. */
    follow: async (
      operation: Operation,
      request: Request,
      before: CompletedExchange,
    ): Promise<Followed | undefined> => {
      let sent: Awaited<ReturnType<typeof sendTwin>>;
      try {
        sent = await sendTwin(operation, request, before);
      } catch (error) {
        if (!(error instanceof NoTwin)) throw error;
        learn(operation, before, undefined);
        return undefined;
      }
      const { after, given } = sent;
      const isKnown = readOnly || namesKnown(operation, request);
      if (after === undefined || !hasResponse(after)) learn(operation, before, undefined);
      if (after === undefined) return undefined;
      if (!hasResponse(after)) {
        const text = after.error?.message ?? 'no response';
        const lost = { kind: 'no-response', at: [], before: `${before.response.status}` } as const;
        return { operation, before, after, differences: [{ ...lost, after: text }], valuesAt: [] };
      }
      const meanings = [before, after].map(model.meaning);
      // They may have other records under the same ids.
      if (!isKnown && meanings.includes('absent') && meanings[0] !== meanings[1]) return undefined;
      // What one of them made up is no difference only where another run makes up something else too.
      const compared = compare(operation, request, before, after, { ...given, words: new Map() });
      learn(operation, before, after);
      return { operation, before, after, ...compared };
    },
    /** Deletes what was created. Returns a line for each thing that is left. */
    close: async (): Promise<readonly string[]> => {
      const leftovers = await run.undoAll();
      target.close();
      return leftovers;
    },
  };
}

/** Requests carry those of the profile although no check of this server asks for them. */
function rememberCredentials({ secrets, profile, model }: FollowerOptions): void {
  for (const given of [profile.credentials, profile.otherCredentials])
    for (const [name, credential] of Object.entries(given)) {
      const scheme = model.schemes.get(name);
      const variable = credentialVariable(name);
      if (scheme === undefined) secrets.remember(variable, credential);
      else rememberCredential(secrets, variable, { scheme, credential });
    }
}

function translateOrKeep(
  operation: Operation,
  name: string,
  value: unknown,
  given: Correspondence,
): unknown {
  try {
    return translateValue(operation, name, value, given);
  } catch (error) {
    if (error instanceof NoTwin) return value;
    throw error;
  }
}

/**
 * The credentials of one profile, in each form in which a request carries them, by those of another. One that the other profile
 * lacks becomes empty: no server gets the credentials of another.
 */
function credentialForms(first: Profile, other: Profile): [form: string, twin: string][] {
  const kinds = ['credentials', 'otherCredentials'] as const;
  const pairs = kinds.flatMap((kind) =>
    Object.entries(first[kind]).map(([name, one]) => [one, other[kind][name] ?? ''] as const),
  );
  const forms = [
    (text: string) => Buffer.from(text).toString('base64'),
    encodeURIComponent,
    String,
  ];
  return pairs
    .filter(([one, twin]) => one !== '' && one !== twin)
    .flatMap(([one, twin]) =>
      forms.map((form): [string, string] => [form(one), twin === '' ? '' : form(twin)]),
    );
}

// A short text may mean something else elsewhere.
const shortestWord = 6;

/** What two servers made up in the same place, such as tokens. Not in a list, whose items need not correspond. */
function wordPairs(before: unknown, after: unknown): [word: string, twin: string][] {
  if (isJsonObject(before) && isJsonObject(after))
    return Object.keys(before).flatMap((name) =>
      Object.hasOwn(after, name) ? wordPairs(before[name], after[name]) : [],
    );
  const isWord = (value: unknown): value is string =>
    typeof value === 'string' &&
    value.length >= shortestWord &&
    /\d/.test(value) &&
    !/\s/.test(value);
  return isWord(before) && isWord(after) && before !== after ? [[before, after]] : [];
}
