// The forms that most faults have.
import { type Call, changeFields, changeItems } from './call.ts';
import type { Fault } from './fault.ts';
import { type Fields, type ProxyResponse, withoutHeaders } from './message.ts';

type Respond = Fault['respond'];

/** Changes the object in each success. */
export function fields(change: (fields: Fields, call: Call) => Fields): Respond {
  return async (call) => changeFields(await call.forward(), (found) => change(found, call));
}

/** Changes each item of a list. */
export function eachItem(change: (item: Fields) => Fields): Respond {
  return async (call) => changeItems(await call.forward(), (items) => items.map(change));
}

/** Changes the query that the app sees. */
export function query(change: (query: URLSearchParams) => void): Respond {
  return (call) => call.forwardQuery(change);
}

/** Changes the object in the body that the app sees. */
export function body(change: (fields: Fields) => Fields): Respond {
  return (call) => call.forwardFields(change);
}

/** Changes the status, headers or bytes of each success. */
export function success(change: (response: ProxyResponse) => ProxyResponse): Respond {
  return async (call) => {
    const response = await call.forward();
    return response.status < 300 ? change(response) : response;
  };
}

export function withHeaders(response: ProxyResponse, headers: Record<string, string>) {
  return { ...response, headers: { ...response.headers, ...headers } };
}

export function without(item: Fields, name: string): Fields {
  const { [name]: _, ...others } = item;
  return others;
}

/** Does not see a header of the request. */
export function withoutHeader(name: string): Respond {
  return (call) => call.forward({ headers: withoutHeaders(call.request.headers, [name]) });
}

/** Sees the records of the other owner, too. */
export function asEitherOwner(credentials: readonly Record<string, string>[]): Respond {
  return async (call) => {
    const response = await call.forward();
    if (response.status !== 404) return response;
    for (const other of credentials) {
      const retried = await call.forward({ headers: { ...call.request.headers, ...other } });
      if (retried.status !== 404) return retried;
    }
    return response;
  };
}

/** Takes a request without valid credentials, if `accepts` does, for one of the first owner. */
export function asFirstOwner(
  credentials: readonly Record<string, string>[],
  accepts: (call: Call) => boolean,
): Respond {
  return async (call) => {
    const response = await call.forward();
    if (response.status !== 401 || !accepts(call)) return response;
    return call.forward({ headers: { ...call.request.headers, ...credentials[0] } });
  };
}

/**
 * Accepts values of a field that the document forbids, and returns them later. The app stores
 * `stands` in their place.
 */
export function accepts(
  name: string,
  isForbidden: (value: unknown) => boolean,
  stands: (value: unknown) => unknown,
): Respond {
  return async (call) => {
    if (call.operation.startsWith('GET ')) {
      const stored = call.memory.get(call.path);
      return changeFields(await call.forward(), (found) => ({ ...found, ...asFields(stored) }));
    }
    const value = call.fields[name];
    if (!isForbidden(value)) return call.forward();
    const response = await call.forwardFields((given) => ({ ...given, [name]: stands(value) }));
    return changeFields(response, (found) => {
      call.memory.set(`${call.path}/${found.id}`, { [name]: value });
      return { ...found, [name]: value };
    });
  };
}

function asFields(value: unknown): Fields {
  // What `accepts` remembers is an object.
  return (value ?? {}) as Fields;
}

/** Whether the items are in this order of one of their fields. */
export function isSorted(items: readonly Fields[], name: string, order: 'asc' | 'desc'): boolean {
  const sorted = sortBy(items, name, order);
  return items.every((item, index) => item[name] === sorted[index]?.[name]);
}

export function sortBy(items: readonly Fields[], name: string, order: string): Fields[] {
  const sign = order === 'desc' ? -1 : 1;
  return items.toSorted((one, two) => sign * compare(one[name], two[name]));
}

function compare(one: unknown, two: unknown): number {
  if (one === two) return 0;
  if (typeof one === 'number' && typeof two === 'number') return one - two;
  return String(one) < String(two) ? -1 : 1;
}

/** Without what is there twice. */
export function ids(items: readonly Fields[]): unknown[] {
  return [...new Set(items.map(({ id }) => id))];
}
