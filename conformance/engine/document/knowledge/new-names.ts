import { isDeepStrictEqual } from 'node:util';
import type { NewNames } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import type { FieldRole } from '../model/field-roles.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf, isJsonObject } from '../model/pointer.ts';
import { wordsOf } from '../sequences/resources/names.ts';
import { freshBody } from '../sequences/updates.ts';
import { atAnotherTime } from '../values/ordered.ts';
import { bodyMedia } from '../values/request-values.ts';
import { slotsIn } from '../values/slots.ts';
import { blamedSlots } from './blamed-slots.ts';

export function createNewNames(model: DocumentModel): NewNames {
  /** The fields whose values mean something to the server, by operation. */
  const fixed = new Map<string, Set<string>>();
  const colliding = new Set<string>();
  const fixedIn = ({ id }: Operation) => {
    const own = fixed.get(id) ?? new Set<string>();
    fixed.set(id, own);
    return own;
  };
  const fix = (operation: Operation, names: readonly string[]): boolean => {
    const own = fixedIn(operation);
    const added = names.filter((name) => !own.has(name));
    for (const name of added) own.add(name);
    return added.length > 0;
  };

  /** The fields of a body that name another resource: a new UUID would name none. */
  const referencesIn = (operation: Operation, body: unknown): string[] =>
    slotsIn(model, operation, { parameters: {}, body }).flatMap(({ in: place, at, role }) =>
      place === 'body' && role.kind === 'reference' && role.to.resource?.create !== operation
        ? at.slice(0, 1)
        : [],
    );

  return {
    renew: (operation, body, token) => {
      const kept = new Set([...fixedIn(operation), ...referencesIn(operation, body)]);
      const { requests } = model;
      const fresh = freshBody(bodyMedia(operation)?.schema, body, token, requests, kept);
      return atAnotherTime(model, operation, fresh, token);
    },
    fix,
    rejected: (operation, renewed, plain, exchange) => {
      const before = fieldsOf(plain);
      // An object has another name inside.
      const changed = Object.entries(fieldsOf(renewed.body)).flatMap(([name, value]) =>
        isTextOrObject(value) && !isDeepStrictEqual(value, before[name]) ? [name] : [],
      );
      const blamed = blamedSlots(model, operation, renewed, exchange)
        .map(({ slot }) => slot)
        .flatMap(({ in: place, at }) => (place === 'body' && at.length === 1 ? at : []))
        .filter((name) => changed.includes(name));
      if (blamed.length > 0) return fix(operation, blamed);
      const named = slotsIn(model, operation, renewed).filter(
        ({ in: place, at, role }) =>
          place === 'body' && at.length === 1 && isNaming(at[0] ?? '', role),
      );
      const names = new Set(named.map(({ name }) => name));
      return fix(
        operation,
        changed.filter((name) => !names.has(name)),
      );
    },
    collides: ({ id }) => void colliding.add(id),
    isColliding: ({ id }) => colliding.has(id),
  };
}

const isTextOrObject = (value: unknown) => typeof value === 'string' || isJsonObject(value);

/** Whether a field is what people know a thing by. */
export function isNaming(name: string, role: FieldRole): boolean {
  return role.kind === 'unique' || naming.has(wordsOf(name).at(-1) ?? '');
}

const naming = new Set(
  'address code domain email handle host hostname id key label login name number reference sku slug title username'.split(
    ' ',
  ),
);
