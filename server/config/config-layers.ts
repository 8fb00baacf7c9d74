import { check as compiled } from '../../generated/config-validator.ts';
import type { CompiledCheck, SchemaError } from '../http/document.ts';
import type { Config } from './config.ts';

type Partly<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]?: Partly<Value[Name]> | undefined }
    : Value;

/** A part of the configuration, such as the content of a file, or the flags. */
export type Layer = Partly<Config>;

/** The configuration with layers applied in order. Fields that are `undefined` in a layer change nothing. */
export function mergeConfig(config: Config, ...layers: readonly Layer[]): Config {
  // Each layer has the shape of the configuration, so that merging replaces values by values of the same type.
  return layers.reduce<unknown>(merge, config) as Config;
}

function merge(under: unknown, over: unknown): unknown {
  if (over === undefined) return under;
  if (!isPlain(under) || !isPlain(over)) return over;
  const names = Object.keys({ ...under, ...over });
  return Object.fromEntries(names.map((name) => [name, merge(under[name], over[name])]));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `params` may quote the operator's own text, such as the name of an unknown field. */
interface ConfigSchemaError extends SchemaError {
  readonly params: Readonly<Record<string, unknown>>;
}

const check: CompiledCheck<ConfigSchemaError> = compiled;

/** By `config.schema.json`. @param whole the place to report for the configuration as a whole */
export function problemsOf(value: unknown, whole = 'top level'): string[] {
  return check(value)
    ? []
    : [...new Set((check.errors ?? []).map((error) => describe(error, whole)))];
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
