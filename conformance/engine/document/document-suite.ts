import { createHash } from 'node:crypto';
import type { Exchange } from '../http/exchange.ts';
import { parseBaseUrl } from '../http/request.ts';
import { wordsIn } from '../mask.ts';
import { safetyChecks } from '../safety-checks.ts';
import { defineSuite, type RunnableSuite } from '../suite.ts';
import { alternativeChecks } from './checks/alternatives.ts';
import { bodyChecks } from './checks/bodies.ts';
import { credentialChecks } from './checks/credentials.ts';
import { exampleChecks } from './checks/examples.ts';
import { fuzzChecks } from './checks/fuzz.ts';
import { headChecks } from './checks/head.ts';
import { listChecks } from './checks/lists/list-checks.ts';
import { largeBodyChecks, malformedJsonChecks } from './checks/malformed-json.ts';
import { methodChecks } from './checks/methods.ts';
import { mediaTypeChecks, noBodyChecks } from './checks/no-body.ts';
import type { DocumentCheck } from './checks/operation-check.ts';
import { parameterChecks, pathParameterChecks } from './checks/parameters.ts';
import { responseChecksOf } from './checks/responses.ts';
import { secretFields } from './checks/secret-fields.ts';
import { stackTraces } from './checks/stack-traces.ts';
import { validParameterChecks } from './checks/valid-parameters.ts';
import { createDocumentContext } from './create-context.ts';
import { sentCredentials } from './credentials.ts';
import type { DocumentContext } from './document-context.ts';
import { createDocumentModel, type DocumentModel, type DocumentOptions } from './document-model.ts';
import { findGaps } from './find-gaps.ts';
import type { ApiDocument } from './model/api-document.ts';
import { basePathsOf } from './model/base-paths.ts';
import { createOperationMatcher, type OperationMatcher } from './model/match-path.ts';
import type { Operation } from './model/operation.ts';
import { loadApiDocument, parseApiDocument, type ReadingOptions } from './read/read-document.ts';
import { acceptedIsDone } from './sequences/accepted-is-done.ts';
import { actionsAreStored } from './sequences/actions.ts';
import { bulkCreatesEach } from './sequences/bulk-creates-each.ts';
import { conditionalRequests, locationLeads } from './sequences/conditional-requests.ts';
import { createdIsListed } from './sequences/created-is-listed.ts';
import { createdIsReadable } from './sequences/created-is-readable.ts';
import { deletedIsGone } from './sequences/deleted-is-gone.ts';
import { intruderChecks } from './sequences/intruder-checks.ts';
import { parentIsDeleted } from './sequences/parent-is-deleted.ts';
import { putReplaces } from './sequences/put-replaces.ts';
import { rejectedChangesNothing } from './sequences/rejected-changes-nothing.ts';
import { rejectedCreatesNothing } from './sequences/rejected-creates-nothing.ts';
import { isReadable } from './sequences/resources/find-resources.ts';
import { serverFields, timesFollow } from './sequences/server-fields.ts';
import { statesAreRequired } from './sequences/state-is-required.ts';
import { unknownIds } from './sequences/unknown-id.ts';
import { updatedIsReadable } from './sequences/updated-is-readable.ts';
import { uploadIsReadable } from './sequences/upload-is-readable.ts';

type ChecksOf = (model: DocumentModel, operation: Operation) => DocumentCheck[];

/** One round after the other, so that a run without enough time has tested each operation a little. */
const rounds: readonly (readonly ChecksOf[])[] = [
  [
    credentialChecks,
    alternativeChecks,
    exampleChecks,
    noBodyChecks,
    parameterChecks,
    validParameterChecks,
    methodChecks,
    headChecks,
    mediaTypeChecks,
  ],
  [bodyChecks, malformedJsonChecks, pathParameterChecks, largeBodyChecks],
  [fuzzChecks],
];

/**
 * Checks of everything that an OpenAPI document says.
 * @throws DocumentError when the document cannot be read.
 */
export function documentSuite(
  document: ApiDocument | string,
  options: DocumentOptions = {},
): RunnableSuite {
  const model = createDocumentModel(
    typeof document === 'string' ? parseApiDocument(document) : document,
    options,
  );
  const { operations } = model;
  const { repeatable, final } = inOrder(model);
  let learned: DocumentContext['learned'] | undefined;
  return defineSuite<DocumentContext>({
    name: 'document',
    seed: seedOf(operations),
    checks: withOwnIds([
      ...reachFirst([
        ...checksInRounds(model, repeatable, rounds.slice(0, 1)),
        ...inTurns(checksInRounds(model, repeatable, rounds.slice(1, 2)), [
          ...sequenceChecks(model),
          ...listChecks(model),
        ]),
      ]),
      ...checksInRounds(model, repeatable, rounds.slice(2)),
      ...checksInRounds(model, final, rounds),
    ]),
    responseChecks: [
      ...safetyChecks(options.effectiveStatus),
      ...responseChecksOf(model),
      secretFields(model),
      stackTraces(model),
    ],
    ...(options.effectiveStatus && { statusOf: options.effectiveStatus }),
    declared: operations.map(({ id, method, path, tags, responses, parameters }) => ({
      operation: id,
      method,
      path,
      tags,
      statuses: responses.map(({ status }) => status),
      values: parameters.map(({ name }) => name),
    })),
    basePaths: basePathsOf(model.document),
    prepare: async (context) => {
      const prepared = createDocumentContext(context, model);
      learned = prepared.learned;
      return prepared;
    },
    learned: () => operations.flatMap(({ id }) => learned?.get(id) ?? []),
    operationOf: operationFinder(operations),
    requiresSuccess: options.accepted === undefined,
    gaps: () => findGaps(model),
    publicWords: () => wordsIn(model.document.root),
    secretsIn: credentialsIn(model),
  });
}

/** The credentials of a request, by the schemes of the document. */
export function credentialsIn({ schemes }: Pick<DocumentModel, 'schemes'>) {
  return ({ request }: Exchange) =>
    [...schemes.values()].flatMap((scheme) =>
      sentCredentials(request, scheme).map((value) => ['CREDENTIAL', value] as const),
    );
}

export type OpenOptions = Pick<DocumentOptions, 'maxExamples'> & ReadingOptions;

/**
 * The checks of the document with this path or URL.
 * @throws DocumentError when the document cannot be used.
 */
export async function openDocument(
  document: string,
  { maxExamples, ...reading }: OpenOptions = {},
): Promise<RunnableSuite[]> {
  return [documentSuite(await loadApiDocument(document, reading), { maxExamples })];
}

function operationFinder(operations: readonly Operation[]) {
  const matchers = new Map<string, OperationMatcher>();
  return (exchange: Exchange, baseUrl: string) => {
    const matches =
      matchers.get(baseUrl) ?? createOperationMatcher(operations, parseBaseUrl(baseUrl).prefix);
    matchers.set(baseUrl, matches);
    return matches(exchange)?.id;
  };
}

function seedOf(operations: readonly Operation[]): number {
  const text = operations.map(({ method, path }) => `${method} ${path}`).join('\n');
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}

/** Numbers the checks that share an id: those of `GET /a/b` and `GET /a-b` do. */
function withOwnIds(checks: readonly DocumentCheck[]): DocumentCheck[] {
  const times = new Map<string, number>();
  return checks.map((check) => {
    const time = (times.get(check.id) ?? 0) + 1;
    times.set(check.id, time);
    return time === 1 ? check : { ...check, id: `${check.id}-${time}` };
  });
}

/** The first check of each operation, which finds a request that the server accepts, comes before all others. */
function reachFirst(checks: readonly DocumentCheck[]): DocumentCheck[] {
  const first = new Map(checks.toReversed().map((check) => [check.operation, check]));
  const isFirst = (check: DocumentCheck) => first.get(check.operation) === check;
  return [...checks.filter(isFirst), ...checks.filter((check) => !isFirst(check))];
}

/** Two kinds of checks side by side, so that a run without enough time has seen as much of both. */
function inTurns(one: readonly DocumentCheck[], other: readonly DocumentCheck[]): DocumentCheck[] {
  const placed = [one, other].flatMap((checks) =>
    checks.map((check, at) => ({ check, place: (at + 1) / checks.length })),
  );
  return placed.toSorted((a, b) => a.place - b.place).map(({ check }) => check);
}

function checksInRounds(
  model: DocumentModel,
  operations: readonly Operation[],
  chosen: typeof rounds,
): DocumentCheck[] {
  return chosen.flatMap((rules) =>
    operations.flatMap((operation) => rules.flatMap((rule) => rule(model, operation))),
  );
}

function sequenceChecks(model: DocumentModel): DocumentCheck[] {
  const accepted = model.operations.flatMap((operation) => acceptedIsDone(model, operation));
  const ofResources = model.resources.flatMap((resource) => {
    const listed = [...createdIsListed(model, resource), ...uploadIsReadable(model, resource)];
    if (!isReadable(resource)) return listed;
    return [
      ...bulkCreatesEach(model, resource),
      ...parentIsDeleted(model, resource),
      createdIsReadable(model, resource),
      ...listed,
      ...resource.updates.map((update) => updatedIsReadable(model, resource, update)),
      ...(resource.remove === undefined ? [] : [deletedIsGone(model, resource, resource.remove)]),
      ...unknownIds(model, resource),
      ...intruderChecks(model, resource),
      ...conditionalRequests(model, resource),
      ...locationLeads(model, resource),
      ...resource.updates.flatMap((update) => [
        rejectedChangesNothing(model, resource, update),
        ...putReplaces(model, resource, update),
        timesFollow(model, resource, update),
      ]),
      ...actionsAreStored(model, resource),
      ...statesAreRequired(model, resource),
      ...serverFields(model, resource),
    ];
  });
  // They send nothing but a list, and judge what the checks before them have sent.
  const rejected = model.resources.flatMap((resource) => rejectedCreatesNothing(model, resource));
  return [...rejected, ...ofResources, ...accepted];
}

/** Deletions come last in a round, because others need what they delete; after all rounds if the run cannot create it again. */
function inOrder({ operations, resources }: DocumentModel) {
  const own = new Set(resources.map(({ remove }) => remove));
  const others = operations.filter(({ method }) => method !== 'DELETE');
  const deletions = operations.filter(({ method }) => method === 'DELETE');
  return {
    repeatable: [...others, ...deletions.filter((one) => own.has(one))],
    final: deletions.filter((one) => !own.has(one)),
  };
}
