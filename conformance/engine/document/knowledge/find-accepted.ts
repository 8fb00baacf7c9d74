import { writeJson } from '../../bounded/digits.ts';
import type { CompletedExchange } from '../../check.ts';
import { isRefused, type Meaning } from '../../judge/meaning.ts';
import type { Learned } from '../../learned.ts';
import { NotSent } from '../../not-sent.ts';
import type { Baseline, DocumentContext } from '../document-context.ts';
import type { Operation } from '../model/operation.ts';
import { withOwnId } from '../sequences/request-on.ts';
import { inOrder, tomorrow } from '../values/ordered.ts';
import { withPathIds } from '../values/path-ids.ts';
import type { Candidate, RequestValues } from '../values/request-values.ts';
import { createRepairs, type LearnedValue } from './repair.ts';

/** How often the values of an operation are changed after a rejection. */
const mostRepairs = 6;

export interface Search {
  readonly candidates: readonly Candidate[];
  /** The keys of path parameters that lead to a resource of this run. */
  readonly owned: ReadonlySet<string>;
  /** The candidate with new names. */
  fresh(values: RequestValues): Candidate;
  send(values: RequestValues): Promise<CompletedExchange>;
}

/** Sends the candidates, and changes them where the server says what is wrong, until it accepts one. */
export async function findAccepted(
  context: DocumentContext,
  operation: Operation,
  { candidates: given, owned, fresh, send }: Search,
): Promise<Baseline> {
  const { model, created, references, names, clock } = context;
  const repair = createRepairs(context, operation);
  const candidates = [...given];
  let repairs = 0;
  let last: Baseline | undefined;
  let notSent: NotSent | undefined;
  let learned: readonly LearnedValue[] = [];
  const isOwned = (slot: { readonly in: string; readonly name: string }) =>
    slot.in === 'path' && owned.has(`path ${slot.name}`);

  for (let candidate = candidates.shift(); candidate; candidate = candidates.shift()) {
    const round = created.round();
    try {
      const start = tomorrow(clock.now());
      const ordered = inOrder(model, operation, candidate.values, start);
      const filled = await references.fill(operation, ordered, isOwned);
      const values = withOwnId(model, operation, withPathIds(operation, filled));
      const exchange = await send(values);
      const isAccepted = model.isSuccess(exchange);
      last = { candidate: { ...candidate, values }, exchange, accepted: isAccepted };
      if (isAccepted) {
        names.fix(operation, meaningful(learned));
        context.learned.set(operation.id, describe(operation, learned));
        return last;
      }
      if (isRefused(exchange)) return last;
      const meaning = model.meaning(exchange);
      if (meaning === 'conflict' && (!candidate.isFresh || created.renew(round))) {
        names.collides(operation);
        candidates.push(fresh(candidate.values));
        continue;
      }
      if (!repairable.has(meaning) || repairs === mostRepairs) continue;
      repairs += 1;
      const plain = candidate.plain ?? candidate.values;
      const repaired = await repair({ values, exchange, plain });
      if (repaired === undefined) continue;
      learned = [...learned, ...repaired.changed];
      candidates.unshift({
        ...candidate,
        name: learnedName,
        declared: false,
        values: repaired.values,
        plain,
      });
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
      notSent = error;
    }
  }
  if (last === undefined) throw notSent ?? new Error(`no candidate for ${operation.id}`);
  return last;
}

/** The last value of each place. */
function describe({ id }: Operation, learned: readonly LearnedValue[]): Learned[] {
  const last = new Map(learned.map((one) => [one.place, one]));
  return [...last.values()].map(({ place, value, why }) => ({
    operation: id,
    place,
    value: value === undefined ? '' : writeJson(value),
    why,
  }));
}

/** The fields at the root of the body that the server accepts with few values: what it listed or asked for, but for names. */
function meaningful(learned: readonly LearnedValue[]): string[] {
  return learned.flatMap(({ place, isNew }) => {
    const [, name] = /^body \/([^/]+)$/.exec(place) ?? [];
    return name === undefined || isNew ? [] : [name];
  });
}

const repairable: ReadonlySet<Meaning> = new Set([
  'invalid',
  'conflict',
  'absent',
  'error',
  'forbidden',
]);
const learnedName = 'learned values';
