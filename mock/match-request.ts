import { type Fields, isObject } from './mock-error.ts';

/** Which requests of an operation. What it does not name may be anything. */
export interface RequestMatch {
  /** Fields of the JSON body, at any depth. The body may have others too. */
  readonly body?: object;
  /** Headers, with names in any case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The id of the key that is revoked. */
  readonly id?: string;
}

/** What of a request a match compares. */
export interface ComparedRequest {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly id: string | undefined;
}

/** The checks of a match that a test, a file or a request gives. */
export const matchFields: Fields = {
  body: [isObject, 'an object'],
  headers: [
    (value) => isObject(value) && Object.values(value).every((text) => typeof text === 'string'),
    'an object of texts',
  ],
  id: [(value) => typeof value === 'string', 'a text'],
};

export function matches(
  { body, headers, id }: ComparedRequest,
  { body: wanted = {}, headers: wantedHeaders = {}, id: wantedId = id }: RequestMatch,
): boolean {
  return (
    wantedId === id &&
    Object.entries(wantedHeaders).every(([name, text]) => headers[name.toLowerCase()] === text) &&
    (Object.keys(wanted).length === 0 || contains(body, wanted))
  );
}

/** Whether a value has everything that another one has. Lists are compared whole. */
function contains(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((one, at) => contains(value[at], one))
    );
  if (isObject(wanted))
    return (
      isObject(value) &&
      Object.entries(wanted).every(([name, field]) => contains(value[name], field))
    );
  return value === wanted;
}
