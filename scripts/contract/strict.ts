import { isJsonObject } from '../../conformance/engine/document/model/pointer.ts';

/**
 * The contract with everything that we decided: `x-strict` is merged into the schema or header that it stands in. These keywords
 * bind the reference service and `--strict`, and no other server. A `required` list is added to the one that is there.
 */
export function strict<Contents>(document: Contents): Contents {
  // What a document contains keeps its types: only keywords are added.
  return merged(document) as Contents;
}

function merged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(merged);
  if (!isJsonObject(value)) return value;
  const { 'x-strict': added, ...others } = value;
  const keywords = isJsonObject(added) ? added : {};
  const all: Record<string, unknown> = { ...others, ...keywords };
  if (Array.isArray(keywords.required))
    all.required = [others.required ?? [], keywords.required].flat();
  return Object.fromEntries(Object.entries(all).map(([name, inner]) => [name, merged(inner)]));
}
