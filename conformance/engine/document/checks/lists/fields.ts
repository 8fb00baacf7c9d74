import { nothingToJudge } from '../../../outcome.ts';
import type { DocumentModel } from '../../document-model.ts';
import { type DocumentCheck, operationCheck } from '../operation-check.ts';
import { type List, roleOf } from './find-lists.ts';
import { openList } from './open-list.ts';

/** Asks for one field of the items. */
export function fieldsAreChosen(model: DocumentModel, list: List): DocumentCheck[] {
  const role = roleOf(list, 'fields');
  if (role === undefined) return [];
  const { name } = role.parameter;
  const check = operationCheck(model, list.operation, 'list-fields', {
    rule: `Lists items with the fields that "${name}" names, and no others but their ids.`,
    source: 'document: parameters',
    basis: role.isSure ? 'standard' : 'observed',
    exclusive: true,
    run: async (context, failure) => {
      const opened = await openList(context, list);
      const all = await opened.readAll();
      const names = new Set(all.rows.flatMap((row) => Object.keys(row)));
      const isId = (field: string) => /id$/i.test(field) || field.startsWith('_');
      const shown = [...names].filter((field) => Object.hasOwn(list.fields, field) && !isId(field));
      const isAllowed = (field: string) => {
        const { schema } = role.parameter;
        return (
          schema === undefined || context.model.requests.check(schema, wrap(field)).valid !== false
        );
      };
      const wrap = (field: string) =>
        [role.schema.type].flat().includes('array') ? [field] : field;
      const chosen = shown.find(
        (field) => isAllowed(field) && all.rows.every((row) => field in row),
      );
      if (chosen === undefined || shown.length < 2)
        return nothingToJudge('the items have no two fields');
      const page = await opened.readAll({ [name]: wrap(chosen) });
      if (!page.isAccepted || page.rows.length === 0)
        return nothingToJudge(`${name}=${chosen} is rejected`);
      const exchanges = [all.exchange, page.exchange];
      if (!page.rows.every((row) => chosen in row))
        return failure(`items with "${chosen}"`, 'items without it', exchanges, { key: 'lost' });
      const other = shown.find(
        (field) => field !== chosen && page.rows.some((row) => field in row),
      );
      if (other === undefined) return undefined;
      return failure(`items with only "${chosen}"`, `"${other}", too`, exchanges, {
        key: 'others',
      });
    },
  });
  return [check];
}
