import type { CompletedExchange } from '../../check.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf, type JsonObject } from '../model/pointer.ts';
import { representation } from './compare.ts';
import type { Resource } from './resources/find-resources.ts';
import { isIdField, plainName } from './resources/names.ts';

/** Whether a list has all that there is: no parameter narrows it by default, and the document does not say what it leaves out. */
export function isForAll(list: Operation): boolean {
  const { parameters } = list;
  const isNarrowed = parameters.some(
    ({ in: place, required, value }) =>
      place === 'query' &&
      (required || narrowing.includes(typeof fieldsOf(value.schema).default)) &&
      !isAboutPages.test(plainName(String(value.name))),
  );
  return !isNarrowed && !saysPart(list);
}

/** Whether the document says that a list is one of some. */
function saysPart({ summary, description }: Operation): boolean {
  const says =
    /\b(active|public|published|visible|available|approved|confirmed|enabled|verified|recent|open|current|assigned|my|only|except|hidden)\b/i;
  return says.test(`${summary} ${description}`);
}

/** Whether a list may leave out what is archived or deleted, as its text or a parameter says. */
export function mayLeaveOut(list: Operation): boolean {
  const states =
    /active|archive|delete|disabled|enabled|hidden|publish|state|status|trash|visible/i;
  return saysPart(list) || list.parameters.some(({ name }) => states.test(name));
}

const narrowing = ['boolean', 'string'];
const isAboutPages = /^(sort|order|direction|page|limit|offset|cursor|fields|sortby|orderby)/;

/** Whether a list may leave out a resource for its state: none of those that are listed has its value of a field with few. */
export function mayBeHidden(
  read: CompletedExchange,
  rows: readonly JsonObject[],
  { path }: Resource,
): boolean {
  const known = rows.filter((row) => Object.keys(row).some((name) => isIdField(path, name)));
  const names = [...new Set(known.flatMap((row) => Object.keys(row)))];
  const shown = representation(read.response.json?.value, names);
  const isUnlike = (name: string) => {
    const values = new Set(known.map((row) => row[name]));
    const isState =
      typeof shown[name] === 'boolean' || /^(state|status)$|(State|Status)$/.test(name);
    return isState && !values.has(shown[name]);
  };
  return known.length < 2 || names.some(isUnlike);
}
