import { schemaLimits } from '../../bounded/limits.ts';
import { referencePointer } from '../model/api-document.ts';
import { isJsonObject, type JsonObject } from '../model/pointer.ts';
import { innerSchemas, inPlace, type Schema } from './keywords.ts';

/** A schema is too large to be used. The message is the end of a sentence about it. */
export class SchemaTooLarge extends Error {}

interface Part {
  readonly schema: JsonObject;
  /** The schemas that apply to the same value. */
  readonly inner: readonly JsonObject[];
  at: number;
}

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

  /** Counts those of a schema after those in it. Without recursion, because chains may be long. */
  function count(start: JsonObject): void {
    const open = new Set<JsonObject>();
    const path: Part[] = [];
    const enter = (schema: JsonObject) => {
      // A discriminator ends a loop by choosing.
      if (counts.has(schema) || open.has(schema)) return;
      open.add(schema);
      path.push({ schema, inner: atOnce(schema), at: 0 });
    };
    enter(start);
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const next = last.inner[last.at];
      last.at += 1;
      if (next !== undefined) {
        enter(next);
        continue;
      }
      const sum = last.inner.reduce((total, one) => total + (counts.get(one) ?? 0), 1);
      counts.set(last.schema, Math.min(sum, Number.MAX_SAFE_INTEGER));
      path.pop();
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
