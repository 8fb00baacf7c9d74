import type { DocumentCheck } from '../checks/operation-check.ts';
import type { DocumentModel } from '../document-model.ts';
import { createdIsReadable } from './created-is-readable.ts';
import { deletedIsGone } from './deleted-is-gone.ts';
import { intruderChecks } from './intruder-checks.ts';
import { updatedIsReadable } from './updated-is-readable.ts';

/** Checks of sequences: create, read, update, delete, read. Without a read there is nothing to see. */
export function sequenceChecks(model: DocumentModel): DocumentCheck[] {
  return model.resources.flatMap((resource) => {
    const { read, updates, remove } = resource;
    if (read === undefined) return [];
    const readable = { ...resource, read };
    return [
      createdIsReadable(model, readable),
      ...updates.map((update) => updatedIsReadable(model, readable, update)),
      ...(remove === undefined ? [] : [deletedIsGone(model, readable, remove)]),
      ...intruderChecks(model, readable),
    ];
  });
}
