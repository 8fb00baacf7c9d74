import { type Failure, nothingToJudge } from '../../../outcome.ts';
import type { DocumentModel } from '../../document-model.ts';
import { descriptionOf } from '../../model/parameter-roles.ts';
import { fieldsOf, type JsonObject } from '../../model/pointer.ts';
import { leavesIn } from '../../sequences/compare.ts';
import type { Created } from '../../sequences/create-resource.ts';
import { wordsOf } from '../../sequences/resources/names.ts';
import { type DocumentCheck, operationCheck } from '../operation-check.ts';
import { type List, roleOf, valueIn } from './find-lists.ts';
import { openList } from './open-list.ts';

const saysNoCase =
  /case[- ]?insensitive|ignor\w+ case|regardless of case|without regard to case|\b(any|either|whatever) case\b|upper[- ]?(case)? (and|or) lower/i;

/** Searches for texts of an item that this run has created. */
export function searchFinds(model: DocumentModel, list: List): DocumentCheck[] {
  const role = roleOf(list, 'search');
  if (role === undefined || list.resource === undefined) return [];
  const { name } = role.parameter;
  const description = descriptionOf(role.parameter, role.schema);
  const check = operationCheck(model, list.operation, 'list-search', {
    rule: `Finds an item by its own text with "${name}", and no item without that text.`,
    source: 'document: parameters',
    basis: role.isSure ? 'standard' : 'observed',
    exclusive: true,
    run: async (context, failure) => {
      const opened = await openList(context, list);
      const all = await opened.readAll();
      const wanted = opened.own.at(-1);
      const row = all.rows.find((one) => opened.isOwn(one, wanted));
      if (wanted === undefined || row === undefined)
        return nothingToJudge(`${list.operation.id} does not list what was created`);
      const texts = uniqueTexts(list, wanted, row, description);
      if (texts.length === 0) nothingToJudge('no text of an item is known to be its own');

      /** What a text finds. Undefined: it is rejected, or the item may be on a page that was not read. */
      const readFound = async (text: string) => {
        const query = { [name]: text };
        const page = await opened.readAll(query);
        if (!page.isAccepted) return undefined;
        const isShown = page.rows.some((one) => opened.isOwn(one, wanted));
        return isShown ? page : opened.readOn(page, query);
      };
      const found: Failure[] = [];
      let isFound = false;
      for (const { field, text, isNamed } of texts) {
        const page = await readFound(text);
        if (page === undefined) continue;
        const exchanges = [wanted.exchange, page.exchange];
        const isShown = page.rows.some((one) => opened.isOwn(one, wanted));
        isFound ||= isShown;
        const others = page.rows.filter((one) => opened.isOwn(one) && !hasWord(one, text));
        if (isShown && others.length > 0) {
          const got = `${others.length} without it`;
          found.push(failure('only items with the text', got, exchanges, { key: 'others' }));
        }
        if (isShown && field === texts[0]?.field) {
          const upper = await readFound(text.toUpperCase());
          if (upper && !upper.rows.some((one) => opened.isOwn(one, wanted)))
            found.push(
              failure('the item also by its text in capitals', 'no such item', [upper.exchange], {
                key: 'case',
                ...(!saysNoCase.test(description) && { basis: 'observed' as const }),
              }),
            );
        }
        if (!isShown && isNamed)
          found.push(
            failure(`an item by its "${field}"`, 'no such item', exchanges, { key: field }),
          );
      }
      const [first] = texts;
      if (isFound || found.length > 0 || first === undefined) return found;
      const page = await readFound(first.text);
      if (page === undefined)
        return nothingToJudge(`${name} is rejected, or what it finds is too long to be read`);
      return failure(
        'an item by one of its texts',
        'no such item',
        [wanted.exchange, page.exchange],
        {
          key: 'any',
        },
      );
    },
  });
  return [check];
}

/** The texts that only this item has, in the fields that the description names, or else in all. */
function uniqueTexts({ fields }: List, { body }: Created, row: JsonObject, description: string) {
  const said = wordsOf(description);
  const texts = Object.keys(fieldsOf(body)).flatMap((field) => {
    const shown = valueIn(row, field);
    const schema = fields[field] ?? {};
    const isFree = schema.format === undefined && !('enum' in schema) && !('pattern' in schema);
    const [token] = (typeof shown === 'string' && /t[0-9a-f]{7}$/.exec(shown)) || [];
    if (token === undefined || !isFree || typeof shown !== 'string') return [];
    const isNamed = wordsOf(field).every(
      (word) => said.includes(word) || said.includes(`${word}s`),
    );
    return [{ field, text: shown, isNamed }];
  });
  const named = texts.filter(({ isNamed }) => isNamed);
  return named.length > 0 ? named : texts.slice(0, 3);
}

/** Whether an item has the word in a text that only one item has. */
function hasWord(row: JsonObject, text: string): boolean {
  const token = text.slice(-8).toLowerCase();
  return [...leavesIn(row).values()].some((value) => String(value).toLowerCase().includes(token));
}
