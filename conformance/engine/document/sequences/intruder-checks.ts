import type { CompletedExchange } from '../../check.ts';
import type { Meaning } from '../../judge/meaning.ts';
import { nothingToJudge, skipCheck } from '../../outcome.ts';
import { credentialVariable } from '../../profile/profile.ts';
import { type DocumentCheck, operationCheck } from '../checks/operation-check.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { isOpen, rememberCredential, withCredentials, withoutCarriers } from '../model/security.ts';
import { actionsOf, contentsOf } from './actions.ts';
import { changesSince, leavesIn, leavesOf, snapshotOf } from './compare.ts';
import { type Authorise, tryCreate } from './create-resource.ts';
import { isListedFor } from './created-is-listed.ts';
import { requestOn } from './request-on.ts';
import type { ReadableResource } from './resources/find-resources.ts';
import { lastId } from './resources/names.ts';
import { etagOf, readFirst, type Sequence, startSequence } from './sequence.ts';
import { shownFields, type Update, updatesOf } from './updates.ts';

/** Reads, updates and deletes a resource as another user and as nobody, and reads it as its owner afterwards. */
export function intruderChecks(model: DocumentModel, resource: ReadableResource): DocumentCheck[] {
  const { read, updates, remove } = resource;
  const operations = [read, ...updates, ...(remove ? [remove] : [])];
  const withActions = [...operations, ...actionsOf(model, resource)];
  const checksBy = (intruder: Intruder, all: readonly Operation[]) =>
    all
      .filter((one) => !isOpen(one))
      .map((operation) => intruderCheck(model, resource, operation, intruder));
  return [...checksBy(nobody, operations), ...checksBy(otherUser, withActions)];
}

function intruderCheck(
  model: DocumentModel,
  resource: ReadableResource,
  operation: Operation,
  intruder: Intruder,
): DocumentCheck {
  const { read, updates, remove } = resource;
  const operations = [read, ...updates, remove];
  return operationCheck(model, operation, intruder.check, {
    rule: intruder.rule(operation),
    source: 'document: security',
    basis: 'safety',
    acceptedRequests: 3,
    exclusive: true,
    run: async (context, failure) => {
      const sequence = await startSequence(context, resource, [operation]);
      const { authorise, isGuess } = await intruder.authorise(context, resource, operation);
      const first = await readFirst(context, sequence);
      const second = await readFirst(context, sequence);
      const isAction = !operations.includes(operation);
      const update = isAction ? undefined : updateBy(context, operation, sequence, second);
      const contents = isAction ? await contentsOf(context, operation) : update?.contents;
      const exchange = await sequence.send(
        operation,
        { ...contents, ...etagOf(second) },
        authorise,
      );
      const after = operation === resource.read ? second : await sequence.read();
      const status = model.status(exchange);
      const isAccepted = model.isSuccess(exchange);
      const effect =
        operation === resource.read
          ? isAccepted && showsResource(resource, sequence, second, exchange) && 'the resource'
          : effectOf(model, update, [first, second], after, isAccepted);
      if (effect === false) {
        if (otherReasons.has(model.meaning(exchange)))
          nothingToJudge(`${operation.id} returned ${status}, so credentials were not decisive`);
        return undefined;
      }
      // In place of the one that the other user may have deleted.
      const another = intruder === otherUser ? await startSequence(context, resource) : undefined;
      const isShared =
        another !== undefined && (await isListedFor(authorise, context, resource, another));
      if (isShared && operation === resource.read)
        nothingToJudge('the server lists what one user creates to the other: it is shared');
      // Those who share a resource may all be allowed to change it.
      const shared = isShared ? ({ basis: 'decided' } as const) : {};
      const basis = isGuess ? ({ basis: 'observed' } as const) : shared;
      const exchanges = [sequence.exchange, exchange, ...(after === second ? [] : [after])];
      return failure('401, 403 or 404', `${status}: ${effect}`, exchanges, {
        key: operation.id,
        ...basis,
      });
    },
  });
}

/** A rejection for one of them does not depend on who sends the request. */
const otherReasons: ReadonlySet<Meaning> = new Set(['invalid', 'conflict', 'limited', 'busy']);

function updateBy(
  context: DocumentContext,
  operation: Operation,
  sequence: Sequence,
  read: CompletedExchange,
): Update | undefined {
  if (!['PUT', 'PATCH'].includes(operation.method)) return undefined;
  const [update] = updatesOf(context, operation, { ...sequence, read });
  return update ?? nothingToJudge('no field of the update is known to appear in a read');
}

/** What the owner sees of the intruder's request, who reads before and after it. */
function effectOf(
  model: DocumentModel,
  update: Update | undefined,
  before: Parameters<typeof snapshotOf>,
  after: CompletedExchange,
  isAccepted: boolean,
): string | false {
  if (model.meaning(after) === 'absent') return 'its owner cannot read it any more';
  if (!model.isSuccess(after))
    return skipCheck(`its owner cannot read it any more (${model.status(after)})`);
  if (update !== undefined) {
    const now = shownFields(after, [update.field])[update.field];
    return now === update.value && `"${update.field}" has changed`;
  }
  const changes = changesSince(snapshotOf(...before), after);
  return isAccepted && changes.length > 0 && `${changes[0]} has changed`;
}

interface Intruder {
  readonly check: string;
  readonly rule: (operation: Operation) => string;
  /** How the intruder sends requests. Skips the check when there is no such intruder. */
  authorise(
    context: DocumentContext,
    resource: ReadableResource,
    operation: Operation,
  ): Promise<{
    readonly authorise: Authorise;
    /** A server may let every user reach everything. Who gives the credentials of a second one says that it does not. */
    readonly isGuess: boolean;
  }>;
}

const nobody: Intruder = {
  check: 'needs-credentials',
  rule: ({ id }) => `Rejects ${id} without credentials for a resource that exists.`,
  authorise: async ({ model }) => ({
    authorise: async (_operation, request) => withoutCarriers(request, model.schemes),
    isGuess: false,
  }),
};

export const otherUser: Intruder = {
  check: 'needs-owner',
  rule: ({ id }) => `Rejects ${id} with the credentials of another user.`,
  authorise: async (context, resource, operation) => {
    const { model, secrets } = context;
    const own = await context.credentials(operation);
    const other = await context.otherCredentials(operation);
    if (other === undefined) nothingToJudge('the profile has no otherCredentials');
    const isOwn = (credential: string) => own?.some((one) => one.credential === credential);
    if (other.credentials.every(({ credential }) => isOwn(credential)))
      skipCheck('otherCredentials and credentials in the profile are the same');
    const authorise: Authorise = async (one, request) => {
      const { credentials = [] } = (await context.otherCredentials(one)) ?? {};
      for (const credential of credentials)
        rememberCredential(
          secrets,
          `OTHER_${credentialVariable(credential.scheme.name)}`,
          credential,
        );
      return withoutCarriers(withCredentials(request, credentials), model.schemes);
    };
    await requireValid(context, resource, authorise);
    return { authorise, isGuess: !other.isGiven };
  },
};

/** Skips the check when the server does not know the other user: its rejections would prove nothing. */
async function requireValid(
  context: DocumentContext,
  resource: ReadableResource,
  authorise: Authorise,
) {
  const created = await tryCreate(context, resource, { freshFirst: true, authorise });
  if ('reason' in created && created.rejected === 401)
    skipCheck('the server rejects the otherCredentials of the profile (401)');
  const { remove } = resource;
  if ('reason' in created || remove === undefined) return;
  await context.call(await authorise(remove, requestOn(context.model, remove, created.identity)));
}

/** Whether a response shows the resource: its id or a value that its creator sent, where the creator's read shows it. */
function showsResource(
  { path }: ReadableResource,
  { identity, body }: Sequence,
  read: CompletedExchange,
  exchange: CompletedExchange,
): boolean {
  const sent = new Set([...leavesIn(body).values()].map(String)).add(lastId(path, identity));
  const known = [...leavesOf(read)].filter(
    ([, value]) =>
      sent.has(String(value)) && String(value).length > 0 && typeof value !== 'boolean',
  );
  const shown = leavesOf(exchange);
  return known.length === 0 || known.some(([at, value]) => shown.get(at) === value);
}
