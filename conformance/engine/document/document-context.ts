import type { CheckContext, CompletedExchange } from '../check.ts';
import type { Request } from '../http/request.ts';
import type { Learned } from '../learned.ts';
import { skipCheck } from '../outcome.ts';
import type { NeedsAll, OtherUser } from './credentials.ts';
import type { DocumentModel } from './document-model.ts';
import type { OperationMatcher } from './model/match-path.ts';
import type { Operation } from './model/operation.ts';
import type { JsonObject } from './model/pointer.ts';
import { type Credential, isOpen } from './model/security.ts';
import type { Resource } from './sequences/resources/find-resources.ts';
import type { Identity } from './sequences/resources/names.ts';
import type { trackCreated } from './sequences/resources/track-created.ts';
import type { Candidate, RequestValues } from './values/request-values.ts';
import type { FilledSlot } from './values/slots.ts';

/** The first request of an operation that the server accepted, or else the last that it rejected. */
export interface Baseline {
  readonly candidate: Candidate;
  readonly exchange: CompletedExchange;
  readonly accepted: boolean;
}

/**
 * How a request of an operation is made anew. `renewed`: with new texts in its body, which the server accepts. `same`: as it was.
 * `once`: neither is accepted, so that rejections of later requests may have another reason.
 */
export type Repetition =
  | { readonly kind: 'renewed' | 'same' }
  | { readonly kind: 'once'; readonly exchange: CompletedExchange };

/** What requests refer to. */
export interface References {
  /** The values with ids of resources that exist, but for what the profile gives, and what is kept. */
  fill(
    operation: Operation,
    values: RequestValues,
    isKept?: (slot: FilledSlot) => boolean,
  ): Promise<RequestValues>;
  refresh(operation: Operation, values: RequestValues): Promise<RequestValues>;
  /** The body with the optional references that it lacks, to resources of this run. */
  complete(
    operation: Operation,
    body: JsonObject,
    parameters?: RequestValues['parameters'],
  ): Promise<JsonObject>;
  /** Whether the resource may be created first. Two may refer to each other, and nothing may wait for itself. */
  mayWaitFor(operation: Operation, resource: Resource): boolean;
  /** Whether a value with this name is the id of a resource that this run created for a reference. */
  leadsToOwn(operation: Operation, name: string, id: string): boolean;
  /** The items of a list that is in these resources. They may be another's. */
  items(list: Operation, place: Identity): Promise<readonly JsonObject[]>;
}

/** Which texts of a body get a new word in each request, by what the server has accepted and rejected. */
export interface NewNames {
  renew(operation: Operation, body: unknown, token: string): unknown;
  /** Called for fields whose values mean something to the server. Returns whether some are new. */
  fix(operation: Operation, names: readonly string[]): boolean;
  /** Called when the server rejects a body with new words. Returns whether fewer fields get one from now on. */
  rejected(
    operation: Operation,
    renewed: RequestValues,
    plain: unknown,
    exchange: CompletedExchange,
  ): boolean;
  /** Called when the server has what a request names already. */
  collides(operation: Operation): void;
  isColliding(operation: Operation): boolean;
}

export interface DocumentContext extends CheckContext {
  readonly model: DocumentModel;
  readonly matches: OperationMatcher;
  /** Finds, once per run, a request of the operation that the server accepts. */
  baseline(operation: Operation): Promise<Baseline>;
  /** Values to start from: new ones from `accepted` in the options, or else those of the baseline. */
  values(operation: Operation): Promise<RequestValues>;
  /** A request with these values, which replace others, and with valid credentials. */
  request(
    operation: Operation,
    changes?: Partial<RequestValues>,
    /** Whether the server has rejected such a request for a reason that may lie in its other values. */
    isRepeated?: boolean,
  ): Promise<Request>;
  /** How requests of the operation are made anew. Found out once per run. */
  repetition(operation: Operation): Promise<Repetition>;
  authorised(operation: Operation, request: Request): Promise<Request>;
  credentials(operation: Operation): Promise<readonly Credential[] | undefined>;
  otherCredentials(operation: Operation): Promise<OtherUser | undefined>;
  /** What shows that the server accepts the alternatives of the document only together. */
  needsAll(operation: Operation): NeedsAll | undefined;
  /** What the checks of a document have created. All of it is deleted after the run. */
  readonly created: ReturnType<typeof trackCreated>;
  /** Called before each check: earlier checks may have ended the credentials or used up the values. */
  forget(operation: Operation): void;
  readonly references: References;
  readonly names: NewNames;
  /** What the server accepts, by operation. */
  readonly learned: Map<string, readonly Learned[]>;
}

export async function lacksCredentials(
  context: DocumentContext,
  operation: Operation,
): Promise<boolean> {
  return !isOpen(operation) && (await context.credentials(operation)) === undefined;
}

export async function requireCredentials(
  context: DocumentContext,
  operation: Operation,
): Promise<void> {
  if (await lacksCredentials(context, operation))
    skipCheck(`the profile has no credentials for ${operation.id}`);
}
