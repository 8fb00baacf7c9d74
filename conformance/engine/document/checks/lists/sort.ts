import { outOfOrder, scattered } from '../../../judge/order.ts';
import type { Failure } from '../../../outcome.ts';
import { truncate } from '../../../truncate.ts';
import type { DocumentModel } from '../../document-model.ts';
import type { JsonObject } from '../../model/pointer.ts';
import { type DocumentCheck, type MakeFailure, operationCheck } from '../operation-check.ts';
import { type List, roleOf, valueIn } from './find-lists.ts';
import { openList } from './open-list.ts';
import { type SortChoice, sortChoices } from './sort-choices.ts';
import { meansOf, type Page, walk } from './walk.ts';

const mostChoices = 12;

/** Sorts a list in each way that the document names, as a whole and page by page. */
export function listIsSorted(model: DocumentModel, list: List): DocumentCheck[] {
  const choices = sortChoices(list).slice(0, mostChoices);
  if (choices.length === 0) return [];
  const check = operationCheck(model, list.operation, 'list-sort', {
    rule: `Sorts by "${roleOf(list, 'sort')?.parameter.name}", in both directions.`,
    source: 'document: parameters',
    basis: 'standard',
    exclusive: true,
    run: async (context, failure) => {
      const opened = await openList(context, list);
      const found: Failure[] = [];
      for (const choice of choices) {
        const page = await opened.readAll(choice.query);
        if (page.isAccepted) found.push(...judge(failure, list, choice, [page]));
      }
      const [first] = choices;
      const [means] = meansOf(list);
      if (found.length > 0 || first === undefined || means === undefined) return found;
      // A server may sort only what is on a page.
      const pages = await walk(list, opened, { means, size: 2, mostPages: 5, query: first.query });
      return pages.length > 1 ? judge(failure, list, first, pages) : [];
    },
  });
  return [check];
}

function judge(
  failure: MakeFailure,
  list: List,
  { query, field, isDescending, isSure }: SortChoice,
  pages: readonly Page[],
): Failure[] {
  const values = pages.flatMap(({ rows }) => rows.map((row) => valueIn(row, field)));
  const wrong = wrongPair(list.fields[field] ?? {}, values, isDescending);
  if (wrong === undefined) return [];
  const sent = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const how = isDescending === undefined ? '' : isDescending ? ', descending' : ', ascending';
  const over = pages.length > 1 ? ' over all pages' : '';
  const expected = `items sorted by "${field}"${how}${over}, with ${sent.join('&')}`;
  const [before, after] = wrong.map((value) => truncate(JSON.stringify(value), 40));
  return [
    failure(
      expected,
      `${before} before ${after}`,
      pages.map(({ exchange }) => exchange),
      { key: sent.join('&') + over, ...(!isSure && { basis: 'observed' as const }) },
    ),
  ];
}

function wrongPair(schema: JsonObject, values: readonly unknown[], isDescending?: boolean) {
  // The values of an enumeration may have an order of their own.
  if (Array.isArray(schema.enum)) return scattered(values);
  if (isDescending !== undefined) return outOfOrder(values, isDescending);
  return outOfOrder(values, true) && outOfOrder(values, false);
}
