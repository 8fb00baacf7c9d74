import type { Contract } from './finding.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Place {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly value: Fields;
}

/** The fields of an object; of anything else, none. */
export function fieldsOf(value: unknown): Fields {
  // An object that is not an array has fields by name.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The object below a place, by the names of its fields, with every reference on the way followed. */
export function below(contract: Contract, from: Place, ...names: readonly string[]): Place | undefined {
  let place: Place | undefined = from;
  for (const name of names) {
    place = place && child(contract, place, name);
  }
  return place;
}

/** Each object that is a field of the one at a place, by its name, with its reference followed. */
export function* children(contract: Contract, from: Place | undefined): Generator<readonly [string, Place]> {
  if (from === undefined) return;
  for (const name of Object.keys(from.value)) {
    const found = child(contract, from, name);
    if (found !== undefined) yield [name, found];
  }
}

const rootOf = (contract: Contract): Place => ({ pointer: '', value: contract });

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The operations of a contract, each by its method and path. */
export function operationsOf(contract: Contract): ReadonlyMap<string, Place> {
  const operations = new Map<string, Place>();
  for (const [path, item] of children(contract, below(contract, rootOf(contract), 'paths'))) {
    for (const method of methods) {
      const operation = below(contract, item, method);
      if (operation !== undefined) operations.set(`${method.toUpperCase()} ${path}`, operation);
    }
  }
  return operations;
}

/** Every object of a contract with its place, without following references. */
export function* everyObject(value: unknown, pointer = ''): Generator<Place> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { pointer, value: fieldsOf(value) };
  for (const [name, field] of Object.entries(value)) yield* everyObject(field, `${pointer}/${stepOf(name)}`);
}

function child(contract: Contract, { pointer, value }: Place, name: string): Place | undefined {
  const field = Object.hasOwn(value, name) ? value[name] : undefined;
  if (typeof field !== 'object' || field === null || Array.isArray(field)) return undefined;
  const { $ref } = fieldsOf(field);
  if (typeof $ref !== 'string') return { pointer: `${pointer}/${stepOf(name)}`, value: fieldsOf(field) };
  const names = $ref.split('/').slice(1).map(nameOf);
  return below(contract, rootOf(contract), ...names);
}

// RFC 6901, 3 and 4; within a reference also RFC 3986, 2.1.
const stepOf = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
const nameOf = (step: string): string => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
