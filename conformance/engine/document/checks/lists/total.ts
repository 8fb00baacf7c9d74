import { isCountOfPage, itemsIn, pageCountIn, totalIn } from '../../../judge/lists.ts';
import { type Failure, nothingToJudge } from '../../../outcome.ts';
import type { DocumentContext } from '../../document-context.ts';
import type { DocumentModel } from '../../document-model.ts';
import { type DocumentCheck, type MakeFailure, operationCheck } from '../operation-check.ts';
import { filtersFor } from './filter-values.ts';
import { type List, roleOf } from './find-lists.ts';
import { type OpenList, openList } from './open-list.ts';
import type { Page } from './walk.ts';

/** Compares what a list says about the number of its items with the items. */
export function totalIsRight(model: DocumentModel, list: List): DocumentCheck[] {
  if (!list.saysTotal) return [];
  const check = operationCheck(model, list.operation, 'list-total', {
    rule: 'Returns as total the number of items on all pages.',
    source: 'document: responses',
    basis: 'standard',
    exclusive: true,
    run: async (context, failure) => {
      const opened = await openList(context, list);
      const all = await opened.readWhole();
      if (all.isWhole !== true) nothingToJudge('the list is too long to be read as a whole');
      if (totalIn(all.exchange) === undefined && pageCountIn(all.exchange) === undefined)
        nothingToJudge('the response has no total');
      const found = [
        ...judge(failure, all, all.rows.length, 'all items'),
        ...(await judgePart(failure, opened, all)),
        ...(await judgeFiltered(context, failure, opened, all)),
      ];
      const after = await opened.readWhole();
      if (after.rows.length === all.rows.length) return found;
      return nothingToJudge('the list changed while it was read');
    },
  });
  return [check];
}

function judge(failure: MakeFailure, page: Page, count: number, what: string): Failure[] {
  const total = totalIn(page.exchange);
  const isOfPage = total !== undefined && isCountOfPage(total) && total.value === page.rows.length;
  if (total === undefined || total.value === count || isOfPage) return [];
  const expected = `${total.at} ${count} for ${what}`;
  return [failure(expected, `${total.value}`, [page.exchange], { key: `total ${what}` })];
}

/** On a page with some of the items, the total is that of all. */
async function judgePart(failure: MakeFailure, opened: OpenList, all: Page): Promise<Failure[]> {
  const size = roleOf(opened.list, 'size');
  if (size === undefined || all.rows.length <= 2) return [];
  const page = await opened.read({ [size.parameter.name]: 2 });
  if (!page.isAccepted) return [];
  const found = judge(failure, page, all.rows.length, 'a page of 2');
  const pages = pageCountIn(page.exchange);
  const wanted = Math.ceil(all.rows.length / 2);
  if (pages === undefined || pages.value === wanted) return found;
  const expected = `${pages.at} ${wanted} for ${all.rows.length} items on pages of 2`;
  return [...found, failure(expected, `${pages.value}`, [page.exchange], { key: 'pages' })];
}

/** With a filter, the total is that of the items that match. */
async function judgeFiltered(
  context: DocumentContext,
  failure: MakeFailure,
  { list, readAll, readOn }: OpenList,
  all: Page,
): Promise<Failure[]> {
  for (const role of list.roles.filter(({ kind, isSure }) => kind === 'filter' && isSure)) {
    const [filter] = filtersFor(context.model, role, all.rows);
    if (filter === undefined) continue;
    const query = { [role.parameter.name]: filter.sent };
    const page = await readAll(query);
    const isSmaller = page.rows.length > 0 && page.rows.length < all.rows.length;
    if (!page.isAccepted || !isSmaller) continue;
    // A page with fewer items than the server has shown at once is not cut.
    const isCut = page.rows.length >= itemsIn(all.exchange).length;
    const whole = isCut ? await readOn(page, query) : page;
    if (whole !== undefined)
      return judge(failure, whole, whole.rows.length, `the items that match a filter`);
  }
  return [];
}
