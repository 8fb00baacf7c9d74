import { nothingToJudge } from '../../../outcome.ts';
import type { DocumentContext } from '../../document-context.ts';
import type { DocumentModel } from '../../document-model.ts';
import { isOpen } from '../../model/security.ts';
import { otherUser } from '../../sequences/intruder-checks.ts';
import { isReadable } from '../../sequences/resources/find-resources.ts';
import { sequenceOf } from '../../sequences/sequence.ts';
import { type DocumentCheck, operationCheck } from '../operation-check.ts';
import { filtersFor } from './filter-values.ts';
import type { List } from './find-lists.ts';
import { type OpenList, openList } from './open-list.ts';
import type { Page, Query } from './walk.ts';

/** Reads a list as another user, in each way that it can be read. */
export function listHidesOthers(model: DocumentModel, list: List): DocumentCheck[] {
  const { operation, resource } = list;
  if (resource === undefined || !isReadable(resource) || isOpen(operation)) return [];
  const { read } = resource;
  const check = operationCheck(model, operation, 'list-owner', {
    rule: `Lists to another user nothing that ${read.id} does not show to that user.`,
    source: 'document: security',
    basis: 'safety',
    exclusive: true,
    run: async (context, failure) => {
      const opened = await openList(context, list);
      const [one] = opened.own;
      if (one === undefined)
        return nothingToJudge(`${operation.id} does not list what was created`);
      const { authorise, isGuess } = await otherUser.authorise(context, resource, operation);
      const all = await opened.readAll();
      for (const query of queriesOf(context, opened, all)) {
        const page = await opened.readAll(query, authorise);
        const shown = opened.own.find((own) => page.rows.some((row) => opened.isOwn(row, own)));
        if (shown === undefined) continue;
        const direct = await sequenceOf(context, resource, shown).send(read, {}, authorise);
        // What another user may read by its id is shared.
        const isShared = context.model.isSuccess(direct);
        const names = Object.keys(query);
        const how = names.length === 0 ? '' : ` with ${names.join(' and ')}`;
        return failure(
          `nothing of another user${how}`,
          'an item of another user',
          [shown.exchange, direct, page.exchange],
          { key: names.join(' '), ...((isShared || isGuess) && { basis: 'observed' as const }) },
        );
      }
      return undefined;
    },
  });
  return [check];
}

/** The list as it is, and by each filter and search that shows what the owner has created. */
function queriesOf({ model }: DocumentContext, { list, isOwn }: OpenList, { rows }: Page): Query[] {
  const own = rows.filter((row) => isOwn(row));
  const filters = list.roles.flatMap((role) => {
    const [filter] = role.kind === 'filter' ? filtersFor(model, role, own) : [];
    return filter === undefined ? [] : [{ [role.parameter.name]: filter.sent }];
  });
  return [{}, ...filters];
}
