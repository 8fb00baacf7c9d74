import type { Operation } from '../document/model/operation.ts';
import type { Resource } from '../document/sequences/resources/find-resources.ts';
import {
  hasNounOf,
  type Identity,
  isIdField,
  lastNoun,
  parameterNames,
  plainName,
  sameWord,
  shapeOf,
} from '../document/sequences/resources/names.ts';
import { isReference } from '../document/values/field-schemas.ts';

/** An id of something that the run created on the first server, and the id of its twin. */
export interface OwnId {
  /** The path up to the parameter that it fills: `/books/{id}`. */
  readonly path: string;
  readonly id: string;
  /** Undefined: the other server has none, or did not say which. */
  readonly twin: unknown;
  /** Whether the twin was changed in another way, so that it shows something else. */
  readonly isOther?: boolean;
}

export type OwnIds = ReturnType<typeof createOwnIds>;

/** The resources that the run created on the first server, and their twins on another one. */
export function createOwnIds() {
  const all = new Map<string, OwnId>();
  const removed = new Set<OwnId>();
  const keyOf = (path: string, id: unknown) => `${shapeOf(path)} ${id}`;
  const latest = ({ path }: Pick<Resource, 'path'>, which: 'id' | 'twin', value: unknown) =>
    [...all.values()].findLast(
      (one) => shapeOf(one.path) === shapeOf(path) && String(one[which]) === String(value),
    );

  return {
    add: ({ path }: Resource, identity: Identity, twin: Identity | undefined): void => {
      for (const name of parameterNames(path)) {
        const place = upTo(path, name);
        const key = keyOf(place, identity[name]);
        const known = all.get(key);
        // A server may give the id of what it has removed to what is new.
        if (known?.twin !== undefined && !removed.has(known)) continue;
        all.delete(key);
        all.set(key, { path: place, id: String(identity[name]), twin: twin?.[name] });
      }
    },
    /** Called when the first server has deleted what the path of a request names. */
    remove: (path: string, values: Readonly<Record<string, string>>): void => {
      const own = all.get(keyOf(path, Object.values(values).at(-1)));
      if (own !== undefined && /\}\/?$/.test(path)) removed.add(own);
    },
    /** Called when only one of the servers did what a request says. */
    part: (own: OwnId, isRemoval: boolean): void => {
      const parted = isRemoval ? { ...own, twin: undefined } : { ...own, isOther: true };
      all.set(keyOf(own.path, own.id), parted);
    },
    isRemoved: (resource: Resource, twin: unknown): boolean => {
      const own = latest(resource, 'twin', twin);
      return own !== undefined && removed.has(own);
    },
    /** Whether the run created something with this id, and a twin of it. */
    hasTwin: (resource: Resource, id: unknown): boolean =>
      latest(resource, 'id', id)?.twin !== undefined,
    isOwn: (resource: Resource, id: unknown): boolean => latest(resource, 'id', id) !== undefined,
    isOther: (resource: Resource, id: unknown): boolean =>
      latest(resource, 'id', id)?.isOther === true,
    isTwin: (resource: Resource, twin: unknown): boolean =>
      latest(resource, 'twin', twin) !== undefined,
    /** What a parameter of a path names. */
    inPath: ({ path }: Operation, name: string, value: string): OwnId | undefined =>
      all.get(keyOf(upTo(path, name), value)),
    /** Whether a parameter of a path names a twin. */
    isTwinInPath: ({ path }: Operation, name: string, value: string): boolean =>
      latest({ path: upTo(path, name) }, 'twin', value) !== undefined,
    /** What a field or parameter of this name refers to, in a request of the operation. */
    named: ({ path }: Pick<Operation, 'path'>, name: string, value: unknown): OwnId | undefined => {
      const candidates = [...all.values()].filter(({ id }) => id === String(value));
      return (
        candidates.find((one) => hasNounOf(one.path, name) && mayRefer(one, name)) ??
        candidates.find(
          (one) => isIdField(one.path, name) && shapeOf(path).startsWith(collectionOf(one)),
        )
      );
    },
  };
}

/** `bookId` and `book`, but not `bookCount`. */
const mayRefer = ({ path }: OwnId, name: string) =>
  isReference(name) || sameWord(plainName(name), lastNoun(path) ?? '');

const collectionOf = ({ path }: OwnId) => shapeOf(path).replace(/\/\{\}$/, '');

function upTo(path: string, name: string): string {
  const parameter = `{${name}}`;
  return path.slice(0, path.indexOf(parameter) + parameter.length);
}
