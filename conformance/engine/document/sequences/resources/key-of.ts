import type { ApiDocument } from '../../model/api-document.ts';
import type { Operation } from '../../model/operation.ts';
import { fieldsOf, type JsonObject, pointer } from '../../model/pointer.ts';
import { idFields, lastNoun, plainName, sameWord } from './names.ts';

/**
 * The field with the noun of a path that ends with an id, if it is what the path wants: the responses show no id, or the document
 * says that the field is unique. The `comment` of `/comments/{id}` is a text.
 */
export function keyOf(
  document: ApiDocument,
  path: string,
  operations: readonly Operation[],
): string | undefined {
  const noun = lastNoun(path) ?? '';
  const ids = idFields(path);
  // `{code}` has a name of its own.
  if (!ids.includes('id')) return undefined;
  for (const operation of operations) {
    const shown = shownFields(document, operation);
    const names = Object.keys(shown).map(plainName);
    const [name, field] =
      Object.entries(shown).find(([one]) => sameWord(plainName(one), noun)) ?? [];
    if (name === undefined || field === undefined) continue;
    const hasId = names.some((one) => ids.includes(one));
    if ((!hasId || saysUnique(field)) && [field.type].flat().includes('string')) return name;
  }
  return undefined;
}

const saysUnique = ({ description }: JsonObject) =>
  /\b(unique|identifies|identifier|primary key)\b/i.test(String(description ?? ''));

/** The fields of what a success shows, or of what its body wraps: `{"data": {"setting": "theme"}}`. */
function shownFields(
  document: ApiDocument,
  { responses }: Operation,
): Readonly<Record<string, JsonObject>> {
  const fieldsAt = (at: string | undefined): [name: string, at: string][] => {
    const found = at === undefined ? undefined : document.resolve(at);
    const item = found?.value.type === 'array' ? `${found.pointer}/items` : undefined;
    if (item !== undefined) return fieldsAt(item);
    return Object.keys(fieldsOf(found?.value.properties)).map((name) => [
      name,
      `${found?.pointer}/properties${pointer(name)}`,
    ]);
  };
  const own = responses
    .filter(({ status }) => /^2/.test(status))
    .flatMap(({ media }) => media.flatMap(({ schema }) => fieldsAt(schema)));
  const all = [...own.flatMap(([, at]) => fieldsAt(at)), ...own];
  return Object.fromEntries(all.map(([name, at]) => [name, document.resolve(at)?.value ?? {}]));
}
