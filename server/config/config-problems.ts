import { check as compiled } from '../../generated/config-validator.ts';
import type { CompiledCheck, SchemaError } from '../compiled-check.ts';

/** `params` may quote the operator's own text, such as the name of an unknown field. */
interface ConfigSchemaError extends SchemaError {
  readonly params: Readonly<Record<string, unknown>>;
}

const check: CompiledCheck<ConfigSchemaError> = compiled;

/**
 * Lists what is wrong with a configuration, or with a part of one, by `config.schema.json`.
 *
 * @param whole the place to report for a problem of the configuration as a whole.
 */
export function problemsOf(value: unknown, whole = 'top level'): string[] {
  return check(value) ? [] : [...new Set((check.errors ?? []).map((error) => describe(error, whole)))];
}

function describe(
  { instancePath, keyword, message = keyword, params }: ConfigSchemaError,
  whole: string,
): string {
  const place = instancePath.slice(1).replaceAll('/', '.') || whole;
  if (keyword === 'additionalProperties')
    return `${place}: "${params.additionalProperty}" is not a known field`;
  if (keyword === 'pattern') return `${place}: must be an origin such as https://app.example.com`;
  return `${place}: ${message}`;
}
