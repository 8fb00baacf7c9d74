import type { CheckContext, CompletedExchange } from '../check.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import type { Request } from '../http/request.ts';
import type { Failure } from '../outcome.ts';
import { type Strength, strengths } from '../strength.ts';
import type { DocumentOptions, Finding } from './document-options.ts';
import type { ApiDocument } from './model/api-document.ts';
import { createOperationMatcher, type OperationMatcher } from './model/match-path.ts';
import { type Operation, readOperations } from './model/operation.ts';
import {
  chooseCredentials,
  credentialValue,
  isOpen,
  readSchemes,
  type SecurityScheme,
  secretPart,
  withCredential,
} from './model/security.ts';
import { createValidator, type Validator } from './schema/validator.ts';
import { buildRequest } from './values/build-request.ts';
import { type Candidate, candidateRequests, type RequestValues } from './values/request-values.ts';

/** What of a document does not change from run to run. */
export interface DocumentModel {
  readonly document: ApiDocument;
  readonly operations: readonly Operation[];
  readonly schemes: ReadonlyMap<string, SecurityScheme>;
  readonly requests: Validator;
  readonly responses: Validator;
  readonly options: DocumentOptions;
  /** Failure of a rule of this document, as strong as options and `x-decision` let it be. */
  failure(finding: Finding, failure: Omit<Failure, 'strength'> & { readonly strength?: Strength }): Failure;
  status(exchange: CompletedExchange): number;
}

/** The first request of an operation that was taken, or the last that was not. */
export interface Baseline {
  readonly candidate: Candidate;
  readonly exchange: CompletedExchange;
  readonly accepted: boolean;
}

export interface DocumentContext extends CheckContext {
  readonly model: DocumentModel;
  readonly matches: OperationMatcher;
  /** Learns, once a run, which request of an operation is taken. */
  baseline(operation: Operation): Promise<Baseline>;
  /** Values to start from: fresh ones where whoever knows the service gives them, else those of the baseline. */
  values(operation: Operation): Promise<RequestValues>;
  /** The request with working credentials, where there are any. */
  authorised(operation: Operation, request: Request): Promise<Request>;
  credentials(operation: Operation): Promise<ReturnType<typeof chooseCredentials>>;
  /** At the start of each check: the credentials of the check before it may have ended, its values may be used up. */
  forget(operation: Operation): void;
}

export function createDocumentModel(document: ApiDocument, options: DocumentOptions): DocumentModel {
  return {
    document,
    operations: readOperations(document),
    schemes: readSchemes(document),
    requests: createValidator(document, 'request'),
    responses: createValidator(document, 'response'),
    options,
    status: (exchange) => options.effectiveStatus?.(exchange) ?? exchange.response.status,
    failure: (finding, failure) => {
      const decided = finding.decision === undefined ? undefined : 'decided';
      const strength = weakest(failure.strength, options.strengthOf?.(finding) ?? decided);
      const { strength: _, ...rest } = failure;
      const source = finding.decision === undefined ? {} : { source: finding.decision };
      return { ...source, ...rest, ...(strength && { strength }) };
    },
  };
}

export function createDocumentContext(base: CheckContext, model: DocumentModel): DocumentContext {
  const { operations, options, schemes, requests } = model;
  const baselines = new Map<string, Promise<Baseline>>();

  const freshValues = new Map<string, Promise<Partial<RequestValues> | undefined>>();
  const fetchCredentials = async (operation: Operation) => {
    if (operation.security.length === 0) return undefined;
    const found = new Map<string, string>();
    for (const name of new Set(operation.security.flat())) {
      const scheme = schemes.get(name);
      if (scheme === undefined || scheme.kind === 'other') continue;
      const credential = (await options.credential?.(scheme, base)) ?? base.profile.credentials[name];
      if (credential === undefined) continue;
      base.secrets.remember(`CREDENTIAL_${name.replace(/\W+/g, '_').toUpperCase()}`, credential);
      base.secrets.remember(
        `CREDENTIAL_${name.replace(/\W+/g, '_').toUpperCase()}`,
        secretPart(scheme, credentialValue(scheme, credential)),
      );
      found.set(name, credential);
    }
    return chooseCredentials(operation.security, schemes, found);
  };
  // One login may end the session of another: what worked is kept for the one check at hand.
  const cached = new Map<string, ReturnType<typeof fetchCredentials>>();
  const credentials = (operation: Operation) => {
    const known = cached.get(operation.id) ?? fetchCredentials(operation);
    cached.set(operation.id, known);
    return known;
  };
  const authorised = async (operation: Operation, request: Request): Promise<Request> => {
    let result = request;
    for (const { scheme, credential } of (await credentials(operation)) ?? []) {
      result = withCredential(result, scheme, credentialValue(scheme, credential));
    }
    return result;
  };
  const learn = async (operation: Operation): Promise<Baseline> => {
    const known = await options.accepted?.(operation, base);
    const declared = candidateRequests(operation, requests);
    const first = declared[0];
    const given: Candidate[] =
      known && first ? [{ name: 'fixture', declared: false, values: merge(first.values, known) }] : [];
    let last: Baseline | undefined;
    for (const candidate of [...given, ...declared].slice(0, 4)) {
      const exchange = await base.call(
        await authorised(operation, buildRequest(operation, candidate.values)),
      );
      const status = model.status(exchange);
      last = { candidate, exchange, accepted: status >= 200 && status < 300 };
      if (last.accepted) return last;
    }
    if (last === undefined) throw new Error(`no candidate for ${operation.id}`);
    return last;
  };
  const baseline = (operation: Operation): Promise<Baseline> => {
    const learnt = baselines.get(operation.id) ?? learn(operation);
    baselines.set(operation.id, learnt);
    // A brake now says nothing of later.
    learnt.catch(() => baselines.delete(operation.id));
    return learnt;
  };

  return {
    ...base,
    model,
    matches: createOperationMatcher(operations, parseBaseUrl(base.target.baseUrl).prefix),
    baseline,
    credentials,
    forget: ({ id }) => {
      cached.delete(id);
      freshValues.delete(id);
    },
    authorised,
    call: async (request) => {
      const exchange = await base.call(request);
      const status = model.status(exchange);
      // What was taken may be gone by it.
      if (status >= 200 && status < 300) freshValues.delete(request.settings?.operation ?? '');
      return exchange;
    },
    values: async (operation) => {
      const { candidate } = await baseline(operation);
      const known = freshValues.get(operation.id) ?? Promise.resolve(options.accepted?.(operation, base));
      freshValues.set(operation.id, known);
      return merge(candidate.values, (await known) ?? {});
    },
  };
}

export function merge(values: RequestValues, changes: Partial<RequestValues>): RequestValues {
  return { ...values, ...changes, parameters: { ...values.parameters, ...changes.parameters } };
}

/** Whether an operation that asks for credentials cannot be asked, for lack of them. */
export async function lacksCredentials(context: DocumentContext, operation: Operation): Promise<boolean> {
  return !isOpen(operation) && (await context.credentials(operation)) === undefined;
}

function weakest(...given: readonly (Strength | undefined)[]): Strength | undefined {
  return strengths.findLast((strength) => given.includes(strength));
}
