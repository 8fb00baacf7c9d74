import type { CompletedExchange } from '../../check.ts';
import { type Failure, nothingToJudge, skipCheck } from '../../outcome.ts';
import { type DocumentCheck, operationCheck } from '../checks/operation-check.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import { isJson } from '../model/media.ts';
import type { Operation } from '../model/operation.ts';
import { fieldSchemas } from '../values/field-schemas.ts';
import { changesSince, snapshotOf } from './compare.ts';
import type { Contents } from './request-on.ts';
import type { ReadableResource } from './resources/find-resources.ts';
import { shapeOf, wordsOf } from './resources/names.ts';
import { readFirst, startSequence } from './sequence.ts';
import { shownFields } from './updates.ts';

/** Does what a path such as `/orders/{id}/cancel` names, and reads the resource. */
export function actionsAreStored(
  model: DocumentModel,
  resource: ReadableResource,
): DocumentCheck[] {
  const actions = actionsOf(model, resource);
  const state = stateOf(model, resource);
  return actions.map((action) =>
    operationCheck(model, action, 'action-is-stored', {
      rule: `Stores what ${action.id} does, so that ${resource.read.id} shows it, and changes nothing when it is rejected.`,
      source: `document: ${action.id}`,
      basis: 'standard',
      exclusive: true,
      run: async (context, failure) => {
        const sequence = await startSequence(context, resource, [action]);
        const reads = [
          await readFirst(context, sequence),
          await readFirst(context, sequence),
        ] as const;
        const snapshot = snapshotOf(...reads);
        const exchange = await sequence.send(action, await contentsOf(context, action));
        const after = await sequence.read(
          (one) => model.isSuccess(one) && changesSince(snapshot, one).length > 0,
        );
        if (!model.isSuccess(after))
          skipCheck(`${resource.read.id} returned ${model.status(after)}`);
        const [change] = changesSince(snapshot, after);
        const exchanges = [sequence.exchange, exchange, after];
        if (!model.isSuccess(exchange)) {
          if (change !== undefined)
            return failure(
              `${change} as before a rejected ${action.id}`,
              'another value',
              exchanges,
              { key: 'rejected' },
            );
          return nothingToJudge(`${action.id} returned ${model.status(exchange)}`);
        }
        if (model.status(exchange) === 202) nothingToJudge(`${action.id} acts later (202)`);
        return judgeState(exchange, after);

        function judgeState(done: CompletedExchange, read: CompletedExchange): Failure | undefined {
          const wanted = state && stateAfter(action, state.values);
          const shown = state && shownFields(read, [state.field])[state.field];
          if (state !== undefined && wanted !== undefined && shown !== undefined) {
            const echoed = shownFields(done, [state.field])[state.field];
            if (shown === wanted || (shown === echoed && change !== undefined)) return undefined;
            return failure(`"${state.field}" ${wanted}`, `${shown}`, exchanges, {
              key: state.field,
            });
          }
          if (change !== undefined) return undefined;
          return failure('a change of the resource', 'no change', exchanges, {
            key: 'none',
            basis: 'observed',
          });
        }
      },
    }),
  );
}

/** What an action is sent with. */
export async function contentsOf(context: DocumentContext, action: Operation): Promise<Contents> {
  const { body, mediaType } = await context.values(action);
  return body === undefined ? {} : { body, ...(mediaType && { mediaType }) };
}

/** Operations on a resource whose last word is what they do, and that answer no other question. */
export function actionsOf({ operations }: DocumentModel, { path }: ReadableResource): Operation[] {
  const isAction = (operation: Operation) => {
    const last = operation.path.replace(/\/$/, '').split('/').at(-1) ?? '';
    return (
      ['POST', 'PUT', 'PATCH'].includes(operation.method) &&
      /^[a-z][a-z_-]*$/i.test(last) &&
      shapeOf(operation.path) === `${shapeOf(path)}/${last}`
    );
  };
  const isOnlyWrite = (operation: Operation) =>
    operations.every((other) => other.path !== operation.path || other === operation);
  return operations.filter((one) => isAction(one) && isOnlyWrite(one));
}

export interface State {
  readonly field: string;
  readonly values: readonly string[];
  /** What the document says about it. */
  readonly description: string;
}

/** The field of a read that says in which state a resource is. */
export function stateOf(
  { responses }: DocumentModel,
  { read }: ReadableResource,
): State | undefined {
  const media = read.responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap((one) => one.media.filter(({ type }) => isJson(type)));
  const roots = media.map(({ schema }) =>
    fieldSchemas(schema && responses.schemaAt(schema), responses),
  );
  const inside = roots.flatMap((one) =>
    Object.values(one).map((inner) => fieldSchemas(inner, responses)),
  );
  for (const fields of [...roots, ...inside])
    for (const [field, schema] of Object.entries(fields))
      if (
        /^(state|status|.*[_a-z](State|Status|_state|_status))$/.test(field) &&
        Array.isArray(schema.enum)
      )
        return {
          field,
          values: schema.enum.filter((value) => typeof value === 'string'),
          description: String(schema.description ?? ''),
        };
  return undefined;
}

/** Where a state is not the verb with another ending. */
const irregular: Readonly<Record<string, readonly string[]>> = {
  pay: ['paid'],
  send: ['sent'],
  deny: ['denied'],
  deactivate: ['inactive', 'deactivated'],
  disable: ['disabled', 'inactive'],
  enable: ['enabled', 'active'],
  reopen: ['open', 'reopened'],
  begin: ['begun'],
  start: ['started', 'running', 'in_progress'],
  finish: ['finished', 'done', 'completed'],
  complete: ['completed', 'complete', 'done'],
  unpublish: ['draft', 'unpublished'],
};

/** `cancelled` after `cancel`, of the states that there are. Undefined: the names do not say. */
function stateAfter({ path }: Operation, values: readonly string[]): string | undefined {
  const [verb = '', ...others] = wordsOf(
    path
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? '',
  );
  if (others.length > 0) return undefined;
  const stem = verb.replace(/(at)?e$/, '');
  const named = values.filter((value) => {
    const plain = value.toLowerCase();
    const known = irregular[verb];
    if (known !== undefined) return known.includes(plain);
    return stem.length > 2 && plain.startsWith(stem) && /(ed|ive)$/.test(plain);
  });
  return named.length === 1 ? named[0] : undefined;
}
