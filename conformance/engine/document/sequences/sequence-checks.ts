import type { DocumentCheck } from '../checks/operation-check.ts';
import type { DocumentModel } from '../document-model.ts';
import { createdIsListed } from './created-is-listed.ts';
import { createdIsReadable } from './created-is-readable.ts';
import { deletedIsGone } from './deleted-is-gone.ts';
import { intruderChecks } from './intruder-checks.ts';
import { updatedIsReadable } from './updated-is-readable.ts';

/** Checks of sequences: create, read, list, update, delete, read. */
export function sequenceChecks(model: DocumentModel): DocumentCheck[] {
  return model.resources.flatMap((resource) => {
    const { updates, remove } = resource;
    return [
      createdIsReadable(model, resource),
      ...createdIsListed(model, resource),
      ...updates.map((update) => updatedIsReadable(model, resource, update)),
      ...(remove === undefined ? [] : [deletedIsGone(model, resource, remove)]),
      ...intruderChecks(model, resource),
    ];
  });
}
