import type { CompletedExchange } from '../../check.ts';
import { nothingToJudge } from '../../outcome.ts';
import { type DocumentCheck, operationCheck } from '../checks/operation-check.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { fieldSchemas } from '../values/field-schemas.ts';
import { bodyMedia } from '../values/request-values.ts';
import { actionsOf, contentsOf, type State, stateOf } from './actions.ts';
import type { Contents } from './request-on.ts';
import type { ReadableResource } from './resources/find-resources.ts';
import { lastNoun } from './resources/names.ts';
import { etagOf, readFirst, type Sequence, startSequence } from './sequence.ts';
import { stateRules } from './state-rules.ts';
import { shownFields } from './updates.ts';

/** Something that is done to a resource: an action, or one of the states that the body of an action can name. */
interface Move {
  readonly action: Operation;
  /** The state that the body names. */
  readonly to: string | undefined;
  contents(context: DocumentContext): Promise<Contents>;
}

interface Reached {
  readonly sequence: Sequence;
  readonly read: CompletedExchange;
}

const mostTries = 8;
const mostResources = 16;
const deepest = 3;

/** Does what the document allows in another state only, and reads the resource. */
export function statesAreRequired(
  model: DocumentModel,
  resource: ReadableResource,
): DocumentCheck[] {
  const state = stateOf(model, resource);
  const moves = movesOf(model, resource, state);
  if (state === undefined) return [];
  const rules = stateRules(
    state.values,
    textsAbout(resource, state, moves),
    lastNoun(resource.path),
  );
  const isForbidden = ({ action, to }: Move, from: string) =>
    to !== from &&
    (rules.isFinal(from) ||
      rules.requiredBy(action)?.has(from) === false ||
      (to !== undefined && rules.isLeap(from, to)));
  const judged = moves.filter((move) => state.values.some((from) => isForbidden(move, from)));
  return [...new Set(judged.map(({ action }) => action))].map((action) =>
    operationCheck(model, action, 'state-is-required', {
      rule: `Rejects ${action.id} in a state in which the document does not allow it, and changes nothing.`,
      source: `document: ${action.id}`,
      basis: 'standard',
      exclusive: true,
      run: async (context, failure) => {
        const paths = await pathsTo(context);
        let tries = 0;
        for (const [from, path] of paths)
          for (const move of judged.filter((one) => one.action === action)) {
            if (!isForbidden(move, from) || tries === mostTries) continue;
            const reached = await follow(context, path);
            if (reached === undefined || stateIn(reached.read) !== from) continue;
            tries += 1;
            const { exchange, after } = await make(context, move, reached);
            const now = stateIn(after);
            if (now === undefined || now === from) continue;
            return failure(
              `"${state.field}" ${from} as before ${action.id}`,
              `${now}: ${model.status(exchange)}`,
              [reached.read, exchange, after],
              { key: `${from} ${now}` },
            );
          }
        return tries === 0 ? nothingToJudge('no such state was reached') : undefined;
      },
    }),
  );

  /** The states of a new resource, and how each is reached, the shortest way first. */
  async function pathsTo(context: DocumentContext): Promise<ReadonlyMap<string, readonly Move[]>> {
    const found = new Map<string, readonly Move[]>();
    const open: (readonly Move[])[] = [[]];
    for (let resources = 0; resources < mostResources; resources += 1) {
      const path = open.shift();
      if (path === undefined) break;
      const reached = await follow(context, path);
      const now = reached && stateIn(reached.read);
      if (now === undefined || found.has(now)) continue;
      found.set(now, path);
      // What the document forbids here is tried by itself.
      const next = moves.filter((move) => !isForbidden(move, now) && move.to !== now);
      if (path.length < deepest) open.push(...next.map((move) => [...path, move]));
    }
    return found;
  }

  /** A new resource after these moves. Undefined: the server rejects one of them. */
  async function follow(context: DocumentContext, path: readonly Move[]) {
    const used = path.map((one) => one.action);
    const sequence = await startSequence(context, resource, used);
    let read = await readFirst(context, sequence);
    for (const move of path) {
      const { exchange, after } = await make(context, move, { sequence, read });
      if (!model.isSuccess(exchange) || !model.isSuccess(after)) return undefined;
      read = after;
    }
    return { sequence, read };
  }

  async function make(
    context: DocumentContext,
    { action, contents }: Move,
    { sequence, read }: Reached,
  ) {
    const exchange = await sequence.send(action, { ...(await contents(context)), ...etagOf(read) });
    return { exchange, after: await sequence.read() };
  }

  function stateIn(read: CompletedExchange): string | undefined {
    const shown = state && shownFields(read, [state.field])[state.field];
    return typeof shown === 'string' ? shown : undefined;
  }
}

function movesOf(
  model: DocumentModel,
  resource: ReadableResource,
  state: State | undefined,
): Move[] {
  return actionsOf(model, resource).flatMap((action): Move[] => {
    const named = namedStates(model, action, state);
    if (named === undefined)
      return [{ action, to: undefined, contents: (context) => contentsOf(context, action) }];
    return named.values.map((to) => ({
      action,
      to,
      contents: async (context) => {
        const contents = await contentsOf(context, action);
        return { ...contents, body: { ...Object(contents.body), [named.field]: to } };
      },
    }));
  });
}

/** The field of a body in which an action gets the next state. */
function namedStates({ requests }: DocumentModel, action: Operation, state: State | undefined) {
  const schema = bodyMedia(action)?.schema;
  const fields = schema === undefined ? {} : fieldSchemas(requests.schemaAt(schema), requests);
  for (const [field, { enum: listed }] of Object.entries(fields)) {
    const values = Array.isArray(listed) ? listed.filter((one) => typeof one === 'string') : [];
    if (values.length > 1 && values.every((one) => state?.values.includes(one)))
      return { field, values };
  }
  return undefined;
}

function textsAbout(
  { create, read, updates, remove }: ReadableResource,
  state: State,
  moves: readonly Move[],
): string {
  const operations = [create, read, ...updates, remove, ...moves.map(({ action }) => action)];
  const texts = operations.map((one) => one && `${one.summary}. ${one.description}`);
  return [state.description, ...new Set(texts)].filter((text) => text !== undefined).join('\n');
}
