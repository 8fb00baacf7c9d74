import { moreIn } from '../../../judge/lists.ts';
import { type Failure, nothingToJudge } from '../../../outcome.ts';
import type { DocumentContext } from '../../document-context.ts';
import type { DocumentModel } from '../../document-model.ts';
import { numberAt } from '../../values/scalars.ts';
import { type DocumentCheck, type MakeFailure, operationCheck } from '../operation-check.ts';
import { type List, roleOf } from './find-lists.ts';
import { type OpenList, openList } from './open-list.ts';
import { type Means, meansOf, type Page, walk } from './walk.ts';

/** Reads a list as a whole, and page by page. */
export function pagesAreComplete(model: DocumentModel, list: List): DocumentCheck[] {
  const paging = list.roles.filter(({ kind }) => ['page', 'offset', 'cursor'].includes(kind));
  if (roleOf(list, 'size') === undefined && paging.length === 0) return [];
  const check = operationCheck(model, list.operation, 'list-pages', {
    rule: 'Shows each item on one page, and no item on two.',
    source: 'document: parameters',
    basis: list.roles.every(({ isSure }) => isSure) ? 'standard' : 'observed',
    exclusive: true,
    run: async (context, failure) => {
      const opened = await openList(context, list);
      const all = await opened.readAll();
      if (all.rows.length < 2) nothingToJudge(`${list.operation.id} lists only one item`);
      const found: Failure[] = [];
      for (const means of meansOf(list))
        for (const size of sizesFor(list, all.rows.length))
          found.push(...(await judgeWalk(context, failure, opened, { all, means, size })));
      // Several means, or sizes, show the same.
      return [...new Map(found.map((one) => [one.key, one])).values()];
    },
  });
  return [check];
}

const mostPages = 10;

/** A size by which the last page is full, and one by which it is not. */
function sizesFor(list: List, count: number): number[] {
  const role = roleOf(list, 'size');
  if (role === undefined) return [count];
  const least = Math.max(1, numberAt(role.schema, 'minimum') ?? 1, Math.ceil(count / mostPages));
  const most = Math.min(numberAt(role.schema, 'maximum') ?? count, count - 1);
  const sizes = Array.from({ length: Math.max(0, most - least + 1) }, (_, at) => least + at);
  const full = sizes.find((size) => size > 1 && count % size === 0) ?? sizes[0];
  const cut = sizes.find((size) => count % size !== 0);
  return [...new Set([cut, full])].filter((size) => size !== undefined);
}

interface Walked {
  readonly all: Page;
  readonly means: Means;
  readonly size: number;
}

async function judgeWalk(
  context: DocumentContext,
  failure: MakeFailure,
  opened: OpenList,
  { all, means, size }: Walked,
): Promise<Failure[]> {
  const { list, keyOf } = opened;
  const expectedPages = Math.ceil(all.rows.length / size);
  const pages = await walk(list, opened, { means, size, mostPages: expectedPages + 2 });
  if (pages.length < 2) return [];
  const after = await opened.readAll();
  const keys = (page: Page) => page.rows.map(keyOf);
  // Someone else has changed the list.
  const isSame = keys(all).join('\n') === keys(after).join('\n');
  if (!isSame || keys(all).includes(undefined)) {
    context.observe(`the list changed, or its items have no id, while its pages were read`);
    return [];
  }

  const shown = pages.flatMap(keys);
  const lost = keys(all).filter((key) => !shown.includes(key));
  const exchanges = pages.map(({ exchange }) => exchange);
  const by = `pages of ${size} by ${describe(list, means)}`;
  const found: Failure[] = [];
  const twice = shown.filter((key, at) => shown.indexOf(key) !== at);
  const isEndless = all.isWhole === true && pages.length > expectedPages + 1;
  if (isEndless && means !== 'offset' && means !== 'page')
    found.push(
      failure(`an end of the ${by}`, `page ${pages.length}`, exchanges, { key: `end ${means}` }),
    );
  else if (twice.length > 0)
    found.push(
      failure(`no item twice on ${by}`, `${twice.length} twice`, exchanges, {
        key: `twice ${means}`,
      }),
    );

  const begins = pages[0] === undefined ? [] : keys(pages[0]);
  // The beginning of a long list is on the first pages, if they have its order.
  const isBeginning = begins.length > 0 && begins.every((key, at) => key === keys(all)[at]);
  if ((all.isWhole === true || isBeginning) && lost.length > 0) {
    const got = `${lost.length} of ${all.rows.length} on none`;
    const read = [all.exchange, ...exchanges];
    found.push(failure(`each item on ${by}`, got, read, { key: `lost ${means}` }));
  }
  if (all.isWhole === true && found.length === 0)
    found.push(...judgeMore(failure, pages, expectedPages));
  return found;
}

/** Judges a field such as `hasMore` of pages that are complete. */
function judgeMore(failure: MakeFailure, pages: readonly Page[], expectedPages: number): Failure[] {
  return pages.slice(0, expectedPages).flatMap(({ exchange }, at) => {
    const more = moreIn(exchange);
    const isDue = at + 1 < expectedPages;
    if (more === undefined || more.value === isDue) return [];
    const which = isDue ? 'a page with others after it' : 'the last page';
    return [
      failure(`${more.at} ${isDue} on ${which}`, `${more.value}`, [exchange], {
        key: `more ${isDue}`,
      }),
    ];
  });
}

function describe(list: List, means: Means): string {
  return means === 'link'
    ? 'the links to the next page'
    : `"${roleOf(list, means)?.parameter.name}"`;
}
