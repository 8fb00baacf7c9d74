import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import type { Resource } from '../sequences/resources/find-resources.ts';
import { declaredReferences } from '../values/slots.ts';

/**
 * Which resources may be created first for an operation that creates another one. Two resources may refer to each other: then one
 * of them is created without the other, and nothing waits for itself.
 */
export function createDependencies(
  model: DocumentModel,
  above: (operation: Operation) => Resource | undefined,
): (operation: Operation, resource: Resource) => boolean {
  const edges = new Map<string, Set<string>>();
  const creators = new Map(
    model.resources.map((resource) => [resource.create.id, resource.create]),
  );

  const reaches = (from: string, wanted: string, seen = new Set<string>()): boolean => {
    if (from === wanted) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(edges.get(from) ?? [])].some((next) => reaches(next, wanted, seen));
  };
  const add = (from: Operation, to: Resource | undefined) => {
    if (to === undefined || reaches(to.create.id, from.id)) return;
    edges.set(from.id, (edges.get(from.id) ?? new Set()).add(to.create.id));
  };

  const all = [...creators.values()].map((create) => ({
    create,
    references: declaredReferences(model, create),
  }));
  for (const { create, parent } of model.resources) add(create, parent);
  for (const { create } of all) add(create, above(create));
  // What is required comes first.
  for (const isRequired of [true, false])
    for (const { create, references } of all)
      for (const reference of references)
        if (reference.isRequired === isRequired) add(create, reference.to.resource);

  return (operation, resource) =>
    !creators.has(operation.id) || edges.get(operation.id)?.has(resource.create.id) === true;
}
