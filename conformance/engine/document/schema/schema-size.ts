import { schemaLimits } from '../../bounded/limits.ts';
import { referencePointer } from '../model/api-document.ts';
import { isJsonObject, type JsonObject } from '../model/pointer.ts';
import { innermostFirst } from './innermost-first.ts';
import { innerSchemas, inPlace, type Schema } from './keywords.ts';

/** A schema is too large to be used. The message is the end of a sentence about it. */
export class SchemaTooLarge extends Error {}

/**
 * Returns a function that finds out whether a schema can be used in bounded time. A choice of two choices of two choices takes as
 * many steps as there are leaves, however few schemas the document has.
 * @param at the schema at a pointer
 */
export function createSizeCheck(
  at: (pointer: string) => Schema | undefined,
): (schema: unknown) => void {
  /** How many schemas apply to one value, each as often as it does, with this one. */
  const counts = new Map<JsonObject, number>();

  /** Counts those of a schema after those in it. A discriminator ends a loop by choosing. */
  function count(start: JsonObject): void {
    for (const { item, inner } of innermostFirst(start, atOnce, (one) => counts.has(one))) {
      const sum = inner.reduce((total, one) => total + (counts.get(one) ?? 0), 1);
      counts.set(item, Math.min(sum, Number.MAX_SAFE_INTEGER));
    }
  }

  function targetOf(schema: JsonObject): unknown {
    return typeof schema.$ref === 'string' ? at(referencePointer(schema.$ref)) : undefined;
  }

  function atOnce(schema: JsonObject): JsonObject[] {
    const branches = innerSchemas(schema).filter(({ keyword }) => inPlace.has(keyword));
    return [targetOf(schema), ...branches.map((inner) => inner.schema)].filter(isJsonObject);
  }

  return (schema) => {
    const seen = new Set<unknown>();
    const pending = [schema];
    while (pending.length > 0) {
      const next = pending.pop();
      if (!isJsonObject(next) || seen.has(next)) continue;
      seen.add(next);
      if (seen.size > schemaLimits.schemas)
        throw new SchemaTooLarge(`has more than ${schemaLimits.schemas} schemas in it`);
      count(next);
      if ((counts.get(next) ?? 0) > schemaLimits.schemasAtOnce)
        throw new SchemaTooLarge(
          `applies more than ${schemaLimits.schemasAtOnce} schemas to one value`,
        );
      for (const inner of innerSchemas(next)) pending.push(inner.schema);
      pending.push(targetOf(next));
    }
  };
}
