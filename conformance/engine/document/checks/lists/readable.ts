import type { DocumentModel } from '../../document-model.ts';
import { requestOn } from '../../sequences/request-on.ts';
import { isReadable } from '../../sequences/resources/find-resources.ts';
import { lastId, parameterNames } from '../../sequences/resources/names.ts';
import { type DocumentCheck, operationCheck } from '../operation-check.ts';
import type { List } from './find-lists.ts';
import { openList } from './open-list.ts';

/** Reads some of what a list shows, one by one: what is not there for a user is not in that user's list. */
export function listedIsReadable(model: DocumentModel, list: List): DocumentCheck[] {
  const { operation, resource } = list;
  if (resource === undefined || !isReadable(resource)) return [];
  const { read, path } = resource;
  const names = parameterNames(path);
  const last = names.at(-1);
  const isSamePlace = parameterNames(operation.path).length === names.length - 1;
  if (last === undefined || !isSamePlace) return [];
  const check = operationCheck(model, operation, 'list-readable', {
    rule: `Lists nothing for which ${read.id} returns 404 to the same user.`,
    source: `document: ${read.id}`,
    basis: 'standard',
    exclusive: true,
    run: async (context, failure) => {
      const opened = await openList(context, list);
      const { rows, exchange } = await opened.readAll();
      const own = opened.own.find((one) =>
        rows.some(
          (row) => opened.isOwn(row, one) && opened.keyOf(row) === lastId(path, one.identity),
        ),
      );
      // What a list calls the id may not be what the path has.
      if (own === undefined) return undefined;
      const others = rows.filter((row) => !opened.isOwn(row)).map(opened.keyOf);
      const chosen = new Set([others.at(-1), others[0], others[Math.floor(others.length / 2)]]);
      for (const key of chosen) {
        if (key === undefined) continue;
        const request = requestOn(model, read, { ...own.identity, [last]: key });
        const direct = await context.call(await context.authorised(read, request));
        if (model.meaning(direct) !== 'absent') continue;
        // Someone else may have deleted it.
        const after = await opened.readAll();
        if (!after.rows.some((row) => opened.keyOf(row) === key)) continue;
        return failure(
          'only items that can be read',
          `an item for which ${read.id} returns ${model.status(direct)}`,
          [exchange, direct, after.exchange],
          { key: read.id },
        );
      }
      return undefined;
    },
  });
  return [check];
}
