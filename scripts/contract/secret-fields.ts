import type { Document, Schema } from './document.ts';

/** The schemas that are marked with `x-secret`, by the names of their fields. */
export function secretFields({ components }: Document): ReadonlyMap<string, Schema> {
  const secrets = Object.values(components?.schemas ?? {}).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, schema]) =>
      // A reference cannot carry the mark itself.
      '$ref' in schema || schema['x-secret'] !== true ? [] : [[name, schema as Schema] as const],
    ),
  );
  if (secrets.length === 0) throw new Error('the contract marks nothing as secret');
  return new Map(secrets);
}
