import { memoizeText } from '../../../memoize.ts';

export type Identity = Readonly<Record<string, unknown>>;

/** `/books` for `/books/{id}`; undefined for the path of no single resource. */
export function collectionOf(path: string): string | undefined {
  return /^(.*)\/\{[^{}/]+\}\/?$/.exec(path)?.[1];
}

/** Whether a path is that of all resources of a kind: of their collection, or where they are created. */
export function isCollectionOf(
  place: string | undefined,
  { path, create }: { readonly path: string; readonly create: { readonly path: string } },
): boolean {
  return collectionOf(path) === place || create.path === place;
}

export const parameterNames = memoizeText((path): readonly string[] =>
  [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = '']) => name),
);

/** An identity with the names of another path: the parameters of both are in the same order. */
export function translate(identity: Identity, from: string, to: string): Identity {
  const values = parameterNames(from).map((name) => identity[name]);
  const names = parameterNames(to).slice(0, values.length);
  return Object.fromEntries(names.map((name, at) => [name, values[at]]));
}

/** Whether two identities are the same. A server may show the number 1 as the text `1`. */
export function isSameIdentity(one: Identity, other: Identity): boolean {
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => String(one[name]) === String(other[name]));
}

/** The value of the last parameter, by which the resources of a collection differ. */
export function lastId(path: string, identity: Identity): string {
  return String(identity[parameterNames(path).at(-1) ?? '']);
}

// Two paths of the same shape may name their parameters differently.
export function shapeOf(path: string): string {
  return path.replace(/\{[^{}/]+\}/g, '{}').replace(/\/$/, '');
}

/** The words of a name or a path, in lower case: `bookId` is `book` and `id`. */
export const wordsOf = memoizeText((text): readonly string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== ''),
);

/** Whether two words are the same but for a plural. */
export function sameWord(one: string, other: string): boolean {
  return stem(one) === stem(other);
}

function stem(word: string): string {
  // A key is no category: `keys`, but `categories`.
  return word.replace(/((?<![aeiou])(?:ies|ie|y)|es|s|e)$/, '');
}

/** The words of the last segment of a path that is no parameter: `order items` for `/shop/order-items/{id}`. */
export function segmentWords(path: string): readonly string[] {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  return wordsOf(segments.at(-1) ?? '');
}

/** The last word of a path before its last parameter: `books` for `/shop/books/{id}`. */
export function lastNoun(path: string): string | undefined {
  return wordsOf(path.replace(/\/\{[^{}/]+\}\/?$/, '').replace(/\{[^}]*\}/g, '')).at(-1);
}

/** The noun in the name of the last parameter: `booking` of `{bookingId}`. */
export function nounOfParameter(path: string): string | undefined {
  const words = wordsOf(/\{([^{}/]+)\}\/?$/.exec(path)?.[1] ?? '');
  return words.findLast((word) => !idWords.test(word));
}

const idWords = /^(id|uuid|guid|key|no|number|name|code|slug)$/;

/** Whether a name has the noun of a path that ends with a parameter: `orders` and `orderNumber` for `/orders/{id}`. */
export function hasNounOf(path: string, name: string): boolean {
  const noun = collectionOf(path) && lastNoun(path);
  const words = wordsOf(name);
  if (words.some((word) => quantities.has(word))) return false;
  return noun !== undefined && words.some((word) => sameWord(word, noun));
}

/** Words of names that say how many there are: `max_parallel_tasks` is no task. */
const quantities = new Set(
  'amount count limit max maximum min minimum quantity size total'.split(' '),
);

/** How a field can identify the resource of a path: the names that the last parameter allows, most specific first. */
export const idFields = memoizeText((path): readonly string[] => {
  const { words, noun, isId, isNoun } = lastParameter(path);
  const own = words.join('');
  // `{metadata_kind}` under `/metadata` is the kind.
  const rest = words.filter((word) => !sameWord(word, noun)).join('');
  if (!isId && !isNoun) return rest === '' ? [own] : [...new Set([own, rest])];
  return [own, 'id', 'uuid', 'guid', `${stem(noun)}id`, `${noun.replace(/s$/, '')}id`];
});

/** The fields that can be the key of a resource that shows no id: the name of `/zones/{zone}`. */
export function keyFields(path: string): string[] {
  const { isId, isNoun } = lastParameter(path);
  return isNoun && !isId ? ['name', 'key', 'slug', 'code', 'username', 'login'] : [];
}

const lastParameter = memoizeText((path) => {
  const words = wordsOf(/\{([^{}/]+)\}\/?$/.exec(path)?.[1] ?? '');
  const noun = lastNoun(path) ?? '';
  const [first = ''] = words;
  return {
    words,
    noun,
    isId: /^(id|uuid|guid)$/.test(words.at(-1) ?? '') || /(id|uuid|guid)$/.test(first),
    // `{book}` and `{b}` under `/books` stand for an id; `{provider}` under `/login` does not.
    isNoun: words.length === 1 && (sameWord(first, noun) || noun.startsWith(first)),
  };
});

export function isIdField(path: string, name: string): boolean {
  return idFields(path).includes(plainName(name));
}

/** A field's name without case and punctuation. */
export function plainName(name: string): string {
  return wordsOf(name).join('');
}
