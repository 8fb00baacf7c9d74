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
