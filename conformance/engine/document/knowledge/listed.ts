import { itemsIn } from '../../judge/lists.ts';
import { NotSent } from '../../not-sent.ts';
import { type DocumentContext, lacksCredentials } from '../document-context.ts';
import type { Target } from '../model/field-roles.ts';
import type { Operation } from '../model/operation.ts';
import type { JsonObject } from '../model/pointer.ts';
import { isScalar } from '../named-values.ts';
import { requestOn } from '../sequences/request-on.ts';
import {
  type Identity,
  idFields,
  parameterNames,
  plainName,
  wordsOf,
} from '../sequences/resources/names.ts';

/** What the server lists. It may be another's. */
export function createListed(context: () => DocumentContext) {
  const known = new Map<string, Promise<readonly JsonObject[]>>();

  const read = async (list: Operation, place: Identity): Promise<readonly JsonObject[]> => {
    const { model, call, authorised } = context();
    if (await lacksCredentials(context(), list)) return [];
    try {
      const exchange = await call(await authorised(list, requestOn(model, list, place)));
      return model.isSuccess(exchange) ? itemsIn(exchange) : [];
    } catch (error) {
      if (error instanceof NotSent) return [];
      throw error;
    }
  };
  /** The items of a list that is in these resources. */
  const items = (list: Operation, place: Identity) => {
    const key = `${list.id} ${JSON.stringify(place)}`;
    const found = known.get(key) ?? read(list, place);
    known.set(key, found);
    found.catch(() => known.delete(key));
    return found;
  };
  /** The first one that is listed, or the only one. */
  const identity = async (
    { path, resource }: Pick<Target, 'path'> & Partial<Target>,
    mustBeOnly = false,
  ): Promise<Identity | undefined> => {
    const collection = path.replace(/\/\{[^{}/]+\}\/?$/, '');
    const { operations } = context().model;
    const list = operations.find((one) => one.method === 'GET' && one.path === collection);
    const last = parameterNames(path).at(-1);
    if (list === undefined || last === undefined) return undefined;
    const outer = /^.*\/\{[^{}/]+\}(?=\/)/.exec(collection)?.[0];
    const place = outer === undefined ? {} : await identity({ path: outer }, mustBeOnly);
    if (place === undefined) return undefined;
    const all = await items(list, place);
    if (mustBeOnly && all.length !== 1) return undefined;
    for (const item of all) {
      const id = idIn(item, path) ?? keyIn(item, resource?.key);
      if (id !== undefined) return { ...place, [last]: id };
    }
    return undefined;
  };
  return { items, identity };
}

function keyIn(item: JsonObject, key: string | undefined): string | undefined {
  const value = key === undefined ? undefined : item[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function idIn(item: JsonObject, path: string): string | number | undefined {
  // `{config_setting_name}` is the name of a setting.
  const lastWord = wordsOf(parameterNames(path).at(-1) ?? '').slice(-1);
  for (const wanted of [...idFields(path), ...lastWord])
    for (const [name, value] of Object.entries(item))
      if (plainName(name) === wanted && isScalar(value) && value !== '') return value;
  return undefined;
}
