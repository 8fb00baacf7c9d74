import { referencePointer } from '../model/api-document.ts';
import { isJsonObject, type JsonObject, valueAt } from '../model/pointer.ts';
import { innermostFirst } from './innermost-first.ts';
import { innerSchemas, inPlace } from './keywords.ts';

/**
 * Finds references after which the same value would be validated by the same schema again, for ever. A schema that contains
 * itself in a field or an item is no loop: there the value gets smaller.
 * @returns whether the reference in a schema has to be left out, to end such a loop
 */
export function findLoops(root: JsonObject): (holder: JsonObject) => boolean {
  const broken = new Set<JsonObject>();
  const sound = new Set<JsonObject>();
  /** What no loop can be reached from. A long chain of references is followed once. */
  const clear = new Set<unknown>();
  const known = new Map<JsonObject, readonly unknown[]>();

  const targetOf = (reference: string) => valueAt(root, referencePointer(reference));

  /** The schemas that apply to the same value as a schema does. */
  function nextOf(schema: unknown): readonly unknown[] {
    if (!isJsonObject(schema)) return [];
    const found = known.get(schema) ?? branchesOf(schema);
    known.set(schema, found);
    if (typeof schema.$ref !== 'string' || broken.has(schema)) return found;
    return [...found, targetOf(schema.$ref)];
  }

  /** Whether a schema is one of those that apply to the same value as another one. */
  function leadsTo(start: unknown, wanted: JsonObject): boolean {
    const seen = new Set<unknown>();
    const pending = [start];
    while (pending.length > 0) {
      const next = pending.pop();
      if (next === wanted) return true;
      if (seen.has(next) || clear.has(next)) continue;
      seen.add(next);
      pending.push(...nextOf(next));
    }
    return false;
  }

  /** Finds out which of the schemas that a schema leads to are clear. */
  function clearFrom(start: unknown): void {
    for (const { item, inner } of innermostFirst(start, nextOf, (one) => clear.has(one)))
      if (inner.every((one) => clear.has(one))) clear.add(item);
  }

  return (holder) => {
    if (broken.has(holder)) return true;
    if (sound.has(holder) || typeof holder.$ref !== 'string') return false;
    clearFrom(holder);
    const isLoop = !clear.has(holder) && leadsTo(targetOf(holder.$ref), holder);
    (isLoop ? broken : sound).add(holder);
    return isLoop;
  };
}

/** With a discriminator, a choice is made once, so that a branch may contain the schema with the choice. */
function branchesOf(schema: JsonObject): unknown[] {
  const isChosen = isJsonObject(schema.discriminator);
  return innerSchemas(schema)
    .filter(({ keyword }) => inPlace.has(keyword) && !(isChosen && /^(one|any)Of$/.test(keyword)))
    .map((inner) => inner.schema);
}
