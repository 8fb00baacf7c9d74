import type { ErrorObject } from 'ajv/dist/2020.js';
import { isTree, type Tree, valueAt } from '../model/pointer.ts';

/** Under anyOf and oneOf each branch complains; the keyword itself says it once, and its branches are left out. */
export function relevant(errors: readonly ErrorObject[], root: Tree): readonly ErrorObject[] {
  const inBranches = new Set<unknown>();
  for (const { keyword, schema } of errors) {
    if (keyword === 'anyOf' || keyword === 'oneOf') collect(schema, root, inBranches);
  }
  const outside = errors.filter(
    ({ keyword, parentSchema }) => !['if', '$ref'].includes(keyword) && !inBranches.has(parentSchema),
  );
  if (outside.length > 0) return outside;
  // A schema that holds itself is among its own branches: the choice nearest to the root tells it.
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const [nearest] = [...choices].sort((a, b) => a.instancePath.length - b.instancePath.length);
  return nearest ? [nearest] : errors;
}

function collect(value: unknown, root: Tree, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  for (const child of Object.values(value)) collect(child, root, seen);
  const reference = isTree(value) ? value.$ref : undefined;
  if (typeof reference === 'string')
    collect(valueAt(root, decodeURIComponent(reference.slice(1))), root, seen);
}
