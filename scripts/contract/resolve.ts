import { pointerParts } from '../../conformance/document/model/pointer.ts';
import type { Document, Reference } from './document.ts';

export interface Resolved<Element> {
  readonly element: Element;
  /** The name of the component, if a reference led to one. */
  readonly name: string | undefined;
}

/** Follows a reference of the bundle, whose components are not references themselves. */
export function resolve<Element extends object>(
  document: Document,
  element: Element | Reference,
): Resolved<Element> {
  if (!isReference(element)) return { element, name: undefined };
  const steps = pointerParts(decodeURIComponent(element.$ref));
  // The linter checks that a reference leads to a component of the kind that its place requires.
  const found = steps.reduce<unknown>(fieldOf, document) as Element | undefined;
  if (found === undefined) throw new Error(`${element.$ref} leads nowhere`);
  return { element: found, name: steps.at(-1) };
}

export function isReference(element: object): element is Reference {
  return '$ref' in element;
}

function fieldOf(value: unknown, name: string): unknown {
  const known = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  // An object may have fields of any name.
  return known ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
