import type { DocumentModel } from '../../document-model.ts';
import { numberAt } from '../../values/scalars.ts';
import { type DocumentCheck, operationCheck } from '../operation-check.ts';
import { type List, roleOf } from './find-lists.ts';
import { openList } from './open-list.ts';

/** Lists with small limits. */
export function limitIsKept(model: DocumentModel, list: List): DocumentCheck[] {
  const role = roleOf(list, 'size');
  if (role === undefined) return [];
  const { name } = role.parameter;
  const check = operationCheck(model, list.operation, 'list-limit', {
    rule: `Lists at most as many items as "${name}" says.`,
    source: 'document: parameters',
    basis: role.isSure ? 'standard' : 'observed',
    exclusive: true,
    run: async (context, failure) => {
      const opened = await openList(context, list);
      const lowest = Math.max(1, numberAt(role.schema, 'minimum') ?? 1);
      const found = [];
      for (const size of [lowest, lowest + 1]) {
        const { exchange, rows, isAccepted } = await opened.read({ [name]: size });
        if (!isAccepted || rows.length <= size) continue;
        const expected = `at most ${size} ${size === 1 ? 'item' : 'items'} with ${name}=${size}`;
        found.push(failure(expected, `${rows.length}`, [exchange], { key: `${size}` }));
      }
      return found;
    },
  });
  return [check];
}
