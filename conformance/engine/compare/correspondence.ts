import type { CompletedExchange } from '../check.ts';
import { sentCredentials } from '../document/credentials.ts';
import type { DocumentModel } from '../document/document-model.ts';
import type { Operation } from '../document/model/operation.ts';
import { isJsonObject } from '../document/model/pointer.ts';
import { secretPart } from '../document/model/security.ts';
import { sentFields } from '../document/named-values.ts';
import { creatorsOf, type Resource } from '../document/sequences/resources/find-resources.ts';
import { identifyAll, matchPath, targetPath } from '../document/sequences/resources/identify.ts';
import { parseBaseUrl } from '../http/request.ts';
import { isSafe } from '../not-sent.ts';
import type { Profile } from '../profile/profile.ts';
import { type CredentialForm, credentialForms } from './credential-forms.ts';
import { createInventedNames, type InventedNames } from './invented-names.ts';
import { createOwnIds, type OwnIds } from './own-ids.ts';

/** What differs between two servers that get the same requests. */
export interface Correspondence {
  readonly ids: OwnIds;
  /** What the first server made up, such as tokens and slugs, by what the other one returned in the same place. */
  readonly words: ReadonlyMap<string, string>;
  /** Credentials of the first server, by those of the other one. */
  readonly credentials: readonly CredentialForm[];
  /** The names that the run invents. */
  readonly names: InventedNames;
}

export interface ServerAt {
  readonly baseUrl: string;
  readonly profile: Profile;
}

/** Learns from their responses to the same requests how the first server and another one correspond. */
export function createCorrespondence(
  model: DocumentModel,
  [first, other]: readonly [ServerAt, ServerAt],
  salt: string,
) {
  const words = new Map<string, string>();
  const correspondence: Correspondence = {
    ids: createOwnIds(),
    words,
    credentials: credentialForms(first.profile, other.profile),
    names: createInventedNames(salt),
  };
  const { ids } = correspondence;
  /** The credentials that the other server has accepted, by the names of their schemes. */
  const accepted = new Map<string, string>();
  const [prefix, otherPrefix] = [first, other].map(({ baseUrl }) => parseBaseUrl(baseUrl).prefix);

  const learnChanges = (
    operation: Operation,
    { request }: CompletedExchange,
    isDone: boolean,
    isTwinDone: boolean,
  ): void => {
    const values = matchPath(operation.path, targetPath(request.target, prefix ?? '')) ?? {};
    const isRemoval = request.method === 'DELETE';
    if (isRemoval && isDone) ids.remove(operation.path, values);
    const [name = '', value = ''] = Object.entries(values).at(-1) ?? [];
    const own = ids.inPath(operation, name, value);
    if (own !== undefined && !isSafe(request.method) && isDone !== isTwinDone)
      ids.part(own, isRemoval);
  };

  const learnIds = (
    operation: Operation,
    before: CompletedExchange,
    after: CompletedExchange | undefined,
  ): void => {
    const resource = createdBy(model, operation);
    if (resource === undefined) return;
    const identitiesIn = (exchange: CompletedExchange, prefix = '') =>
      identifyAll(resource, exchange, { prefix, validator: model.requests });
    const twins = after === undefined ? [] : identitiesIn(after, otherPrefix);
    for (const [at, { identity }] of identitiesIn(before, prefix).entries())
      ids.add(resource, identity, twins[at]?.identity);
  };

  const learnWords = (before: CompletedExchange, after: CompletedExchange): void => {
    const sent = new Set(sentFields(before.request.body).map(([, value]) => value));
    for (const [word, twin] of wordPairs(before.response.json?.value, after.response.json?.value))
      if (!words.has(word) && !sent.has(word)) words.set(word, twin);
    const [etag, twin] = [before, after].map(({ response }) => response.header('etag'));
    if (etag !== undefined && twin !== undefined) words.set(etag, twin);
  };

  return {
    ...correspondence,
    accepted,
    /** @param after is undefined where the other server did not do what the first one did */
    learn: (
      operation: Operation,
      before: CompletedExchange,
      after: CompletedExchange | undefined,
    ): void => {
      const isDone = model.isSuccess(before);
      const done = after !== undefined && model.isSuccess(after) ? after : undefined;
      learnChanges(operation, before, isDone, done !== undefined);
      if (isDone) learnIds(operation, before, done);
      if (done === undefined) return;
      if (isDone) learnWords(before, done);
      for (const scheme of model.schemes.values())
        for (const value of sentCredentials(done.request, scheme))
          accepted.set(scheme.name, secretPart(scheme, value));
    },
  };
}

export function createdBy(model: DocumentModel, operation: Operation): Resource | undefined {
  return model.resources.find((resource) => creatorsOf(resource).includes(operation));
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
