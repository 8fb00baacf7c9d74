import type { Failure } from '../../../outcome.ts';
import type { DocumentContext } from '../../document-context.ts';
import type { DocumentModel } from '../../document-model.ts';
import type { JsonObject } from '../../model/pointer.ts';
import { type DocumentCheck, type MakeFailure, operationCheck } from '../operation-check.ts';
import { type Filter, filtersFor, matches } from './filter-values.ts';
import type { List } from './find-lists.ts';
import { type OpenList, openList } from './open-list.ts';
import type { Page } from './walk.ts';

const mostPairs = 4;

/** Filters by values that items of the list have. */
export function filterMatches(model: DocumentModel, list: List): DocumentCheck[] {
  const roles = list.roles.filter(({ kind }) => kind === 'filter');
  if (roles.length === 0) return [];
  const check = operationCheck(model, list.operation, 'list-filter', {
    rule: 'Lists the items that match a filter, and no others.',
    source: 'document: parameters',
    basis: 'standard',
    exclusive: true,
    run: async (context, failure) => {
      const opened = await openList(context, list);
      const all = await opened.readWhole();
      const own = all.rows.filter((row) => opened.isOwn(row));
      const each = roles.map((role) => {
        const byOwn = filtersFor(context.model, role, own);
        return byOwn.length > 0 ? byOwn : filtersFor(context.model, role, all.rows);
      });
      const found: Failure[] = [];
      for (const filter of each.flat())
        found.push(...(await judge(context, failure, opened, { filters: [filter], all })));
      if (found.length > 0) return lastOfEach(found);
      for (const filters of pairsOf(each.flatMap(([first]) => first ?? [])))
        found.push(...(await judge(context, failure, opened, { filters, all })));
      return lastOfEach(found);
    },
  });
  return [check];
}

/** Several values of a filter show the same. */
const lastOfEach = (found: readonly Failure[]) => [
  ...new Map(found.map((one) => [one.key, one])).values(),
];

function pairsOf(filters: readonly Filter[]): Filter[][] {
  const pairs = filters.flatMap((one, at) => filters.slice(at + 1).map((other) => [one, other]));
  return pairs.slice(0, mostPairs);
}

interface Filtered {
  readonly filters: readonly Filter[];
  /** The list without a filter. */
  readonly all: Page;
}

async function judge(
  context: DocumentContext,
  failure: MakeFailure,
  { list, readAll, readWhole, readOn, keyOf }: OpenList,
  { filters, all }: Filtered,
): Promise<Failure[]> {
  const query = Object.fromEntries(filters.map(({ role, sent }) => [role.parameter.name, sent]));
  const page = await readAll(query);
  const names = Object.keys(query).join(' and ');
  if (!page.isAccepted) {
    context.observe(`${list.operation.id} rejects ${names} with a value that its items have`);
    return [];
  }
  const isMatch = (row: JsonObject) => {
    const results = filters.map((filter) => matches(filter, row));
    return results.includes(false) ? false : results.includes(undefined) ? undefined : true;
  };
  const sent = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const basis = filters.some(({ role }) => !role.isSure) ? { basis: 'observed' as const } : {};
  const others = page.rows.filter((row) => isMatch(row) === false);
  const exchanges = [all.exchange, page.exchange];
  if (others.length > 0) {
    const got = `${others.length} of ${page.rows.length} that do not match`;
    const expected = `only items that match ${sent.join('&')}`;
    return [failure(expected, got, exchanges, { key: `${names} others`, ...basis })];
  }
  if (all.isWhole !== true) return [];
  const wanted = all.rows.filter((row) => isMatch(row) === true && keyOf(row) !== undefined);
  const isIn = ({ rows }: Page) => {
    const keys = new Set(rows.map(keyOf));
    return (row: JsonObject) => keys.has(keyOf(row));
  };
  if (wanted.every(isIn(page))) return [];
  // What is missing may be on another page.
  const whole = await readOn(page, query);
  if (whole === undefined || wanted.every(isIn(whole))) return [];
  const isShown = isIn(whole);
  // Someone else may have changed what is not shown.
  const after = await readWhole();
  const stays = isIn({ ...after, rows: after.rows.filter((row) => isMatch(row)) });
  const lost = wanted.filter((row) => !isShown(row) && stays(row));
  if (lost.length === 0) return [];
  const got = `${wanted.length - lost.length} of ${wanted.length}`;
  const expected = `all items that match ${sent.join('&')}`;
  return [failure(expected, got, exchanges, { key: `${names} lost`, ...basis })];
}
