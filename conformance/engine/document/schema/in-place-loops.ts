import { referencePointer } from '../model/api-document.ts';
import { isJsonObject, type JsonObject, valueAt } from '../model/pointer.ts';
import { innerSchemas, inPlace } from './keywords.ts';

/**
 * Finds references after which the same value would be validated by the same schema again, for ever. A schema that contains
 * itself in a field or an item is no loop: there the value gets smaller.
 * @returns whether the reference in a schema has to be left out, to end such a loop
 */
export function findLoops(root: JsonObject): (holder: JsonObject) => boolean {
  const broken = new Set<JsonObject>();
  const sound = new Set<JsonObject>();

  /** Whether a schema is one of those that apply to the same value as another one. */
  function leadsTo(start: unknown, wanted: JsonObject): boolean {
    const seen = new Set<unknown>();
    const pending = [start];
    while (pending.length > 0) {
      const next = pending.pop();
      if (next === wanted) return true;
      if (!isJsonObject(next) || seen.has(next)) continue;
      seen.add(next);
      pending.push(...branchesOf(next));
      if (typeof next.$ref === 'string' && !broken.has(next)) pending.push(targetOf(next.$ref));
    }
    return false;
  }

  const targetOf = (reference: string) => valueAt(root, referencePointer(reference));

  return (holder) => {
    if (broken.has(holder)) return true;
    if (sound.has(holder) || typeof holder.$ref !== 'string') return false;
    const isLoop = leadsTo(targetOf(holder.$ref), holder);
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
