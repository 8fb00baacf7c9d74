import type { Resource } from '../sequences/resources/find-resources.ts';
import {
  isCollectionOf,
  plainName,
  sameWord,
  segmentWords,
  shapeOf,
  wordsOf,
} from '../sequences/resources/names.ts';
import { typeOf } from '../values/sample.ts';
import type { Operation, Parameter } from './operation.ts';
import { fieldsOf, type JsonObject } from './pointer.ts';

/** What a parameter, or a field of a body, stands for. Decided here, from its name and schema, and nowhere else. */
export type FieldRole =
  | { readonly kind: 'reference'; readonly to: Target }
  /** Others must not have the same value: a SKU, an address of mail. */
  | { readonly kind: 'unique' }
  /** The later one of a pair, such as the end of a stay. */
  | { readonly kind: 'ordered'; readonly after: string }
  | { readonly kind: 'plain' };

/** What a reference may lead to: `/customers/{id}` for `customerId`. */
export interface Target {
  readonly path: string;
  /** Undefined: no operation creates one. */
  readonly resource: Resource | undefined;
}

export interface Slot {
  readonly operation: Pick<Operation, 'path' | 'method'>;
  readonly name: string;
  readonly schema: JsonObject;
  /** The field that contains the object of the slot: `customer` of `{"customer": {"id": 7}}`. */
  readonly holder?: string | undefined;
  /** The fields of the same object, or the parameters of the same operation. */
  readonly others: readonly string[];
}

export interface FieldRoles {
  roleOf(slot: Slot): FieldRole;
  /** What the last segment before a path parameter and its name say that it is an id of. */
  pathTarget(operation: Operation, parameter: Parameter): Target | undefined;
}

const plain: FieldRole = { kind: 'plain' };

export function createFieldRoles(
  operations: readonly Operation[],
  resources: readonly Resource[],
): FieldRoles {
  const targets = findTargets(operations, resources);
  const known = new Map<string, Target | undefined>();
  const targetOf = (path: string, words: readonly string[]) => {
    if (words.length === 0) return undefined;
    const key = [path, ...words].join(' ');
    if (!known.has(key)) known.set(key, nearest(targets, path, words));
    return known.get(key);
  };

  return {
    roleOf: (slot) => {
      const many =
        isOfMany(slot) &&
        targets.find(({ resource }) => resource && isCollectionOf(slot.operation.path, resource));
      if (many) return { kind: 'reference', to: many };
      const to = targetOf(slot.operation.path, referredWords(slot));
      if (to !== undefined) return { kind: 'reference', to };
      const after = earlierOf(slot);
      if (after !== undefined) return { kind: 'ordered', after };
      return isUnique(slot) ? { kind: 'unique' } : plain;
    },
    pathTarget: ({ path }, { name }) => {
      const above = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2);
      const own = targets.find((target) => shapeOf(target.path) === shapeOf(above));
      if (own?.resource !== undefined) return own;
      const words = wordsOf(name);
      const ids = idWords(words);
      return (ids === undefined ? namedTarget(targets, words) : targetOf(path, ids)) ?? own;
    },
  };
}

/** Whether a field names what an update changes at once: the `keys` of `PATCH /books`, and the id of each item of a list. */
function isOfMany({ operation, name, schema, holder }: Slot): boolean {
  if (!/^(PATCH|PUT)$/.test(operation.method) || holder !== undefined) return false;
  return typeOf(schema) === 'array' ? bulkKeys.has(plainName(name)) : plainName(name) === 'id';
}

/** The names of a list of the ids of what an operation on a collection changes. */
export const bulkKeys: ReadonlySet<string> = new Set(['keys', 'ids', 'uuids']);

function findTargets(operations: readonly Operation[], resources: readonly Resource[]): Target[] {
  const found = new Map<string, Target>();
  for (const resource of resources)
    found.set(shapeOf(resource.path), { path: resource.path, resource });
  for (const { path } of operations) {
    const shape = shapeOf(path);
    if (/[^/{}]\/\{[^{}/]+\}\/?$/.test(path) && !found.has(shape))
      found.set(shape, { path, resource: undefined });
  }
  return [...found.values()];
}

/** `/collections/{id}` for `{collection}`: what can be created, and has this very name. */
const namedTarget = (targets: readonly Target[], words: readonly string[]) =>
  targets.find(({ path, resource }) => {
    const own = segmentWords(path);
    const isSame = own.length === words.length && matchedFromTheEnd(own, words) === own.length;
    return resource !== undefined && isSame;
  });

/** The target with most of these words, next to the operation, and with as few parameters as possible. */
function nearest(
  targets: readonly Target[],
  path: string,
  words: readonly string[],
): Target | undefined {
  const ranked = targets.flatMap((target) => {
    const [own, matched] = bestName(target.path, words);
    if (matched === 0 || (matched < own.length && matched < words.length)) return [];
    const depth = target.path.split('{').length;
    const isNear = path.startsWith(target.path.replace(/\/[^/]*\/\{[^{}/]+\}\/?$/, ''));
    const rank = [
      Number(matched === own.length && matched === words.length),
      matched,
      Number(target.resource !== undefined),
      Number(isNear),
      -depth,
    ];
    return [{ target, rank }];
  });
  const isBetter = (one: readonly number[], other: readonly number[]) => {
    const at = one.findIndex((value, index) => value !== other[index]);
    return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
  };
  const [first, ...others] = ranked;
  if (first === undefined) return people.has(words.at(-1) ?? '') ? userOf(targets) : undefined;
  return others.reduce((best, one) => (isBetter(one.rank, best.rank) ? one : best), first).target;
}

/** What a path calls its resource, in the words that match best: `/pettypes/{petTypeId}` has pet types. */
function bestName(path: string, words: readonly string[]): readonly [readonly string[], number] {
  const [, name = ''] = /\{([^{}/]+)\}\/?$/.exec(path) ?? [];
  const [segment, parameter] = [segmentWords(path), idWords(wordsOf(name)) ?? []].map(
    (own) => [own, matchedFromTheEnd(own, words)] as const,
  );
  if (segment === undefined) return [[], 0];
  return parameter !== undefined && parameter[1] > segment[1] ? parameter : segment;
}

function matchedFromTheEnd(own: readonly string[], words: readonly string[]): number {
  let count = 0;
  while (count < own.length && count < words.length) {
    const [one = '', other = ''] = [own.at(-1 - count), words.at(-1 - count)];
    if (!sameWord(one, other)) break;
    count += 1;
  }
  return count;
}

/** What people are called where they are not users. */
const people = new Set(
  'agent approver assignee author creator manager member owner reporter requester reviewer sender'.split(
    ' ',
  ),
);

const userOf = (targets: readonly Target[]) =>
  targets.find(({ path }) =>
    /^(users?|accounts?|people|persons?)$/.test(segmentWords(path).join(' ')),
  );

/** The words of what a slot refers to. None for one that is no reference. */
function referredWords({ name, schema, holder }: Slot): readonly string[] {
  const words = wordsOf(name);
  const isList = typeOf(schema) === 'array';
  const item = isList ? fieldsOf(schema.items) : schema;
  if (!isIdValue(item)) return [];
  const isPlainId = words.length === 1 && isIdWord(words[0] ?? '');
  if (isPlainId) return holder === undefined ? [] : wordsOf(holder);
  const named = idWords(words);
  if (named !== undefined) return named;
  const said = describedWords(schema);
  if (said !== undefined) return said;
  const isId = item.format === 'uuid' || typeOf(item) === 'integer' || isIdOrObject(item);
  const isBounded = 'minimum' in item || 'maximum' in item || 'enum' in item;
  // `customers: 5` is a number of customers.
  const isCount = !isList && /[^s]s$/.test(name);
  return isId && !isBounded && !isCount ? words : [];
}

const isIdValue = (schema: JsonObject) =>
  ['string', 'integer', 'number'].includes(typeOf(schema)) &&
  !('enum' in schema) &&
  !('const' in schema) &&
  (schema.format === undefined ||
    /^(uuid|u?int(32|64)|objectid|ulid|guid)$/i.test(String(schema.format)));

/** Whether it allows an id, or the object itself in its place: `{"oneOf": [{"type": "string"}, {"$ref": "…/Customer"}]}`. */
function isIdOrObject({ oneOf, anyOf }: JsonObject): boolean {
  const branches = [oneOf ?? anyOf].flat().map(fieldsOf);
  const isObject = (branch: JsonObject) => '$ref' in branch || typeOf(branch) === 'object';
  const ids = branches.filter((one) => !isObject(one));
  const objects = branches.filter(isObject);
  return ids.length === 1 && objects.length === 1 && ids.every((one) => isIdValue(one));
}

const isIdWord = (word: string) => /^(id|uuid|guid|pk)s?$/.test(word);

/** `customer` of `customerId`, `customer_ids` and `customerid`; undefined for another name. */
function idWords(words: readonly string[]): readonly string[] | undefined {
  const last = words.at(-1) ?? '';
  if (words.length > 1 && isIdWord(last)) return words.slice(0, -1);
  const fused = /^(\w{3,})(?:id|uuid)$/.exec(last)?.[1];
  return fused === undefined ? undefined : [...words.slice(0, -1), fused];
}

/** `customer` of a slot that is described as "The id of the customer". */
function describedWords({ description }: JsonObject): readonly string[] | undefined {
  const [, noun] =
    /\b(?:ids?|identifiers?|uuids?) of (?:the |an? |all )?(?:\w+'s )?(\w+)/i.exec(
      String(description ?? ''),
    ) ?? [];
  return noun === undefined ? undefined : wordsOf(noun);
}

/** Words of the earlier one and of the later one of two slots that belong together. */
const pairs: readonly (readonly [earlier: string, later: string])[] = [
  ['start', 'end'],
  ['starts', 'ends'],
  ['begin', 'end'],
  ['begins', 'ends'],
  ['from', 'to'],
  ['from', 'until'],
  ['from', 'till'],
  ['since', 'until'],
  ['after', 'before'],
  ['min', 'max'],
  ['minimum', 'maximum'],
  ['lower', 'upper'],
  ['check in', 'check out'],
  ['checkin', 'checkout'],
  ['arrival', 'departure'],
  ['departure', 'return'],
  ['pickup', 'return'],
  ['pickup', 'dropoff'],
  ['open', 'close'],
  ['opens', 'closes'],
  ['issued', 'expires'],
  ['start', 'finish'],
  ['start', 'stop'],
];

/** The name of the slot that has to be before this one. */
function earlierOf({ name, schema, others }: Slot): string | undefined {
  const isOrdered =
    ['integer', 'number'].includes(typeOf(schema)) || /^date(-time)?$/.test(String(schema.format));
  if (!isOrdered) return undefined;
  const words = ` ${wordsOf(name).join(' ')} `;
  for (const [earlier, later] of pairs) {
    if (!words.includes(` ${later} `)) continue;
    const wanted = words.replace(` ${later} `, ` ${earlier} `).trim();
    const found = others.find((other) => wordsOf(other).join(' ') === wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

const uniqueNames = new Set(
  'email emailaddress ean handle isbn login serialnumber sku slug subdomain username'.split(' '),
);

function isUnique({ name, schema, operation }: Slot): boolean {
  if (typeOf(schema) !== 'string' || 'enum' in schema || 'const' in schema) return false;
  if (schema['x-unique'] === true || /\bunique\b/i.test(String(schema.description ?? '')))
    return true;
  const own = plainName(name);
  if (uniqueNames.has(own)) return true;
  const [noun = ''] = segmentWords(operation.path).slice(-1);
  // A code of something else has to exist: that of a discount, for an order.
  return (
    own === 'code' || (wordsOf(name).at(-1) === 'code' && sameWord(wordsOf(name)[0] ?? '', noun))
  );
}
