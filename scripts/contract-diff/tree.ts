import { isDeepStrictEqual } from 'node:util';

/** A bundled contract, as YAML reads it. */
export type Contract = Readonly<Record<string, unknown>>;

export type Fields = Readonly<Record<string, unknown>>;

/** A value in a contract. */
export interface ContractNode {
  readonly contract: Contract;
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly value: unknown;
}

/** The fields of an object; of anything else, none. */
export function fieldsOf(value: unknown): Fields {
  // An object that is not an array has fields by name.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export const rootOf = (contract: Contract): ContractNode => ({ contract, pointer: '', value: contract });

/** What is below a place by the names of fields, or the indices of items. Every reference on the way is followed. */
export function below(from: ContractNode | undefined, ...names: readonly string[]): ContractNode | undefined {
  return names.reduce<ContractNode | undefined>((place, name) => place && child(place, name), from);
}

/** Each field of the object, or item of the list, at a place, with its reference followed. */
export function children(from: ContractNode | undefined): ReadonlyMap<string, ContractNode> {
  const found = new Map<string, ContractNode>();
  for (const name of Object.keys(Object(from?.value))) {
    const place = below(from, name);
    if (place !== undefined) found.set(name, place);
  }
  return found;
}

/** What is at a place with every reference replaced by what it refers to. Within itself, a schema stays a reference. */
export function expanded(place: ContractNode | undefined, onTheWay: readonly string[] = []): unknown {
  if (place === undefined || typeof place.value !== 'object' || place.value === null) return place?.value;
  if (onTheWay.includes(place.pointer)) return place.pointer;
  const inner = [...children(place)].map(
    ([name, child]) => [name, expanded(child, [...onTheWay, place.pointer])] as const,
  );
  return Array.isArray(place.value) ? inner.map(([, value]) => value) : Object.fromEntries(inner);
}

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The operations of a contract, each by its method and path. */
export function operationsOf(contract: Contract): ReadonlyMap<string, ContractNode> {
  const operations = new Map<string, ContractNode>();
  for (const [path, item] of children(below(rootOf(contract), 'paths'))) {
    for (const method of methods) {
      const operation = below(item, method);
      if (operation !== undefined) operations.set(`${method.toUpperCase()} ${path}`, operation);
    }
  }
  return operations;
}

/** A short name for an element: `LoginRequest.password`, `POST /v1/auth/login 200 Retry-After`. */
export function subjectOf({ contract, pointer }: ContractNode): string {
  const steps = pointer.split('/').slice(1).map(nameOf);
  const [section, name = '', method = ''] = steps;
  if (section === undefined) return 'the document';
  if (section === 'components' && steps.length > 2) return method + restOf(contract, steps, 3);
  if (section === 'paths' && methods.includes(method))
    return `${method.toUpperCase()} ${name}${restOf(contract, steps, 3)}`;
  return steps.join(' ').replace(/^paths /, '');
}

/** The short name of what follows in a pointer. Steps that only structure the document are left out. */
function restOf(contract: Contract, steps: readonly string[], from: number): string {
  const [step, next = ''] = steps.slice(from);
  if (step === undefined) return '';
  const rest = (used: number) => restOf(contract, steps, from + used);
  if (step === 'properties') return `.${next}${rest(2)}`;
  if (step === 'items') return `[]${rest(1)}`;
  if (step === 'schema') return rest(1);
  if (step === 'requestBody') return ` body${rest(1)}`;
  if (step === 'content') return (next === 'application/json' ? '' : ` ${next}`) + rest(2);
  if (step === 'responses' || step === 'headers') return ` ${next}${rest(2)}`;
  if (step === 'parameters') {
    const place = below(rootOf(contract), ...steps.slice(0, from + 2));
    return ` ${fieldsOf(place?.value).name}${rest(2)}`;
  }
  return ` ${step}${rest(1)}`;
}

function child({ contract, pointer, value }: ContractNode, name: string): ContractNode | undefined {
  // Arrays have their items by index.
  const found = Object.hasOwn(Object(value), name) ? (value as Fields)[name] : undefined;
  if (found === undefined) return undefined;
  const { $ref, ...siblings } = fieldsOf(found);
  if (typeof $ref !== 'string') return { contract, pointer: `${pointer}/${stepOf(name)}`, value: found };
  const target = below(rootOf(contract), ...$ref.split('/').slice(1).map(nameOf));
  if (target === undefined)
    throw new Error(`${pointer}/${stepOf(name)} refers to ${$ref}, which does not exist`);
  if (Object.keys(siblings).length === 0) return target;
  return { ...target, value: { ...fieldsOf(target.value), ...siblings } };
}

// RFC 6901, 3 and 4; within a reference also RFC 3986, 2.1.
export const stepOf = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
const nameOf = (step: string): string => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');

/** An element of both contracts. */
export interface Pair {
  readonly before: ContractNode;
  readonly after: ContractNode;
}

/** An element that at least one of the contracts has. */
export type Change =
  | (Pair & { readonly name: string })
  | { readonly name: string; readonly before: ContractNode; readonly after: undefined }
  | { readonly name: string; readonly before: undefined; readonly after: ContractNode };

/** Whether a field says the same in both contracts, with references followed. */
export function isSame({ before, after }: Pair, name: string): boolean {
  return isDeepStrictEqual(expanded(below(before, name)), expanded(below(after, name)));
}

/** Matches elements by their keys; `name` is the key in the later contract where there is one. */
export function pairUp(
  before: ReadonlyMap<string, ContractNode>,
  after: ReadonlyMap<string, ContractNode>,
  keyOf: (name: string) => string = (name) => name,
): readonly Change[] {
  const later = new Map([...after].map(([name, place]) => [keyOf(name), { name, place }]));
  const changes = [...before].map(([name, place]): Change => {
    const match = later.get(keyOf(name));
    if (match === undefined) return { name, before: place, after: undefined };
    later.delete(keyOf(name));
    return { name: match.name, before: place, after: match.place };
  });
  const added = [...later.values()].map(
    ({ name, place }): Change => ({ name, before: undefined, after: place }),
  );
  return [...changes, ...added];
}
