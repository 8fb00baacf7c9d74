import type { JsonObject } from '../document/model/pointer.ts';
import { isScalar } from '../document/named-values.ts';
import type { Resource } from '../document/sequences/resources/find-resources.ts';
import { isIdField } from '../document/sequences/resources/names.ts';
import type { OwnIds } from './own-ids.ts';

export type OwnItems = ReturnType<typeof ownItems>;

/** What was created on two servers. */
export interface Made {
  readonly ids: OwnIds;
  /** What another run of the comparison creates on the first server. */
  readonly others: OwnIds | undefined;
}

/** Which items of two lists are what the run created, by their ids. */
export function ownItems({ ids, others }: Made, resource: Resource | undefined) {
  const hasId = (item: JsonObject, isSo: (resource: Resource, id: unknown) => boolean): boolean =>
    resource !== undefined &&
    Object.entries(item).some(
      ([name, value]) => isIdField(resource.path, name) && isSo(resource, value),
    );

  return {
    /** The item of the other list that is the twin of this one. */
    twinOf: (item: JsonObject, later: readonly JsonObject[]): JsonObject | undefined => {
      if (resource === undefined) return undefined;
      for (const [name, value] of Object.entries(item)) {
        if (!isScalar(value) || !isIdField(resource.path, name)) continue;
        const own = ids.named(resource, name, value);
        if (own?.twin === undefined) continue;
        return later.find((one) => String(one[name]) === String(own.twin));
      }
      return undefined;
    },
    /** Whether the run created the item on the first server, and a twin on the other one. */
    hasTwin: (item: JsonObject): boolean => hasId(item, ids.hasTwin),
    /** Whether it is a twin on the other server. */
    isTwin: (item: JsonObject): boolean => hasId(item, ids.isTwin),
    /** Whether the comparison created the item on the first server. */
    isMade: (item: JsonObject): boolean =>
      hasId(item, (of, id) => ids.isOwn(of, id) || others?.isTwin(of, id) === true),
    /** Whether only one of the servers has changed it. */
    isOther: (item: JsonObject): boolean => hasId(item, ids.isOther),
    /** Whether it is a twin, and was removed. */
    isRemoved: (item: JsonObject): boolean => hasId(item, ids.isRemoved),
  };
}
