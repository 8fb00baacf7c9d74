import { type CompletedExchange, hasResponse } from '../check.ts';
import { createDocumentContext } from '../document/create-context.ts';
import type { DocumentModel } from '../document/document-model.ts';
import type { Operation } from '../document/model/operation.ts';
import { rememberCredential } from '../document/model/security.ts';
import { matchPath, targetPath } from '../document/sequences/resources/identify.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Request } from '../http/request.ts';
import { isSafe, NotSent } from '../not-sent.ts';
import { CheckSkipped } from '../outcome.ts';
import { credentialVariable } from '../profile/profile.ts';
import { trackActivity } from '../run/run-check.ts';
import { createRunContext } from '../run/run-context.ts';
import type { RunOptions } from '../run/run-options.ts';
import { createTwinComparison } from './compare-twins.ts';
import { createCorrespondence, type ServerAt } from './correspondence.ts';
import type { Compared } from './differences.ts';
import type { OwnIds } from './own-ids.ts';
import { NoTwin, translateRequest } from './translate-request.ts';

export interface FollowerOptions extends Omit<RunOptions, 'suites'> {
  readonly model: DocumentModel;
  /** The first server, whose requests are followed. */
  readonly first: ServerAt;
  /** Makes the names of this server's resources its own. */
  readonly salt: string;
  /** What another run of the comparison creates on the first server. */
  readonly others?: OwnIds;
}

/** The same request on both servers, and how their responses differ. */
export interface Followed extends Compared {
  readonly operation: Operation;
  readonly before: CompletedExchange;
  readonly after: Exchange;
}

/** Sends to a server what another one gets, on resources of its own, and compares the responses. */
export function openFollower(options: FollowerOptions) {
  const { first, target, profile, readOnly = false } = options;
  rememberCredentials(options);
  const run = createRunContext({ ...options, suites: [] }, trackActivity());
  const servers = [first, { baseUrl: target.baseUrl, profile }] as const;
  const correspondence = createCorrespondence(options.model, servers, options.salt);
  const { ids, words, names, accepted, learn } = correspondence;
  const model: DocumentModel = {
    ...options.model,
    options: {
      // What the run itself has registered is deleted with the credentials that it used.
      credential: async ({ name }) => profile.credentials[name] ?? accepted.get(name),
    },
  };
  const context = createDocumentContext(run, model);
  const compare = createTwinComparison({
    ...{ model, correspondence, others: options.others, now: run.clock.now },
    baseUrls: [first.baseUrl, target.baseUrl],
  });
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

  /** @throws NoTwin */
  const sendTwin = async (
    operation: Operation,
    request: Request,
    before: CompletedExchange,
  ): Promise<Exchange | undefined> => {
    const sendTranslated = () => send(translateRequest(operation, request, correspondence));
    const after = await sendTranslated();
    const isConflict =
      model.isSuccess(before) &&
      after !== undefined &&
      hasResponse(after) &&
      model.meaning(after) === 'conflict';
    if (!isConflict) return after;
    // The server may have what an earlier run left.
    const takeBack = names.renew(request.body, String(run.clock.now()));
    if (takeBack === undefined) return after;
    const again = await sendTranslated();
    if (again !== undefined && hasResponse(again) && model.isSuccess(again)) return again;
    takeBack();
    return after;
  };

  const idsIn = ({ path }: Operation, request: Request) =>
    Object.entries(matchPath(path, targetPath(request.target, '')) ?? {});

  /** Whether each id in the path names something that the run created, or the profile gives. */
  const namesKnown = (operation: Operation, request: Request): boolean => {
    const given = context.model.given(operation).parameters;
    return idsIn(operation, request).every(
      ([name, value]) =>
        ids.inPath(operation, name, value) !== undefined ||
        String(given[`path ${name}`]) === value ||
        words.has(value),
    );
  };

  /** Whether it reads something that only one of the servers has changed. That they did not both change it is the difference. */
  const readsOther = (operation: Operation, request: Request): boolean =>
    isSafe(request.method) &&
    idsIn(operation, request).some(([name, value]) => ids.inPath(operation, name, value)?.isOther);

  /** Whether it names what the run made on one of the servers. The other may have another record under this id. */
  const namesTwin = (operation: Operation, request: Request): boolean =>
    idsIn(operation, request).some(([name, value]) =>
      [ids, options.others].some((known) => known?.isTwinInPath(operation, name, value)),
    );

  const compareTwin = (
    operation: Operation,
    request: Request,
    before: CompletedExchange,
    after: Exchange,
  ): Followed | undefined => {
    if (!hasResponse(after)) {
      const text = after.error?.message ?? 'no response';
      const lost = { kind: 'no-response', at: [], before: `${before.response.status}` } as const;
      return { operation, before, after, differences: [{ ...lost, after: text }], valuesAt: [] };
    }
    if (readsOther(operation, request)) return undefined;
    const isKnown = namesKnown(operation, request);
    const meanings = [before, after].map(model.meaning);
    // They may have other records under the same ids.
    const isOther = meanings.includes('absent') && meanings[0] !== meanings[1];
    if (!isKnown && !readOnly && (isOther || namesTwin(operation, request))) return undefined;
    const isOwn = isKnown && operation.path.includes('{');
    const isAboutSame = readOnly || isOwn || operation.method !== 'GET';
    const compared = compare({ operation, before, after, isAboutSame });
    return { operation, before, after, ...compared };
  };

  return {
    ids,
    /** Undefined: there is nothing to compare, as the request was not sent, or names what the servers need not share. */
    follow: async (
      operation: Operation,
      request: Request,
      before: CompletedExchange,
    ): Promise<Followed | undefined> => {
      const after = await sendTwin(operation, request, before).catch(withoutTwin);
      const followed = after && compareTwin(operation, request, before, after);
      learn(operation, before, after && hasResponse(after) ? after : undefined);
      return followed;
    },
    /** Deletes what was created. Returns a line for each thing that is left. */
    close: async (): Promise<readonly string[]> => {
      const leftovers = await run.undoAll();
      target.close();
      return leftovers;
    },
  };
}

function withoutTwin(error: unknown): undefined {
  if (error instanceof NoTwin) return undefined;
  throw error;
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
