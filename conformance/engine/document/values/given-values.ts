import type { Profile } from '../../profile/profile.ts';
import type { Operation, Parameter } from '../model/operation.ts';
import { isJsonObject, type JsonObject } from '../model/pointer.ts';

/** What the profile says about the values of an operation. */
export interface GivenValues {
  /** By location and name: `query token`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** By the name of a field of the body. */
  readonly fields: JsonObject;
}

/** Values for one operation win over those for all. A field is set only where the body may have it. */
export function createGivenValues({ values, headers }: Pick<Profile, 'values' | 'headers'>) {
  return ({ method, path, parameters }: Operation): GivenValues => {
    const own = values[`${method} ${path}`];
    const named: JsonObject = { ...values, ...(isJsonObject(own) ? own : {}) };
    // Names of headers are the same in upper and lower case.
    const all = (place: Parameter['in']): (readonly [string, unknown])[] =>
      place === 'header' ? [...Object.entries(named), ...headers] : Object.entries(named);
    const isNamed = ({ in: place, name }: Parameter, other: string) =>
      place === 'header' ? name.toLowerCase() === other.toLowerCase() : name === other;
    const given = parameters.flatMap((parameter): [string, unknown][] => {
      const value = all(parameter.in).findLast(([name]) => isNamed(parameter, name))?.[1];
      return value === undefined ? [] : [[`${parameter.in} ${parameter.name}`, value]];
    });
    const fields = Object.entries(named).filter(([name]) => !/^[A-Z]+ \//.test(name));
    return { parameters: Object.fromEntries(given), fields: Object.fromEntries(fields) };
  };
}
