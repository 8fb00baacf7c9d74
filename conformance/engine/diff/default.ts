import { writeJson } from '../bounded/digits.ts';
import { fieldsOf } from '../document/model/pointer.ts';
import type { Place } from './place.ts';
import { schemaForm } from './schema-form.ts';

/** The default of a schema in words, such as `with the default 1`. Undefined if it has none. */
export function defaultOf(schema: Place | undefined): string | undefined {
  if (schema === undefined) return undefined;
  const { default: value } = fieldsOf(schemaForm(schema).value);
  if (value === undefined) return undefined;
  const text = writeJson(value);
  return text.length > 30 ? 'with a default' : `with the default ${text}`;
}

/** Why a required element with a default may still break clients. */
export const mayFillIn = 'requests without it fail, unless the server fills in the default';
