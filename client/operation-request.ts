import type { ParamsOption, RequestBodyOption } from 'openapi-fetch';
import type { OperationId, operations, paths } from '../generated/contract.ts';
import type { ClientOptions } from './options.ts';

/** What a call sends, the same with each attempt. */
export interface OperationRequest<Id extends OperationId = OperationId> {
  readonly operation: Id;
  readonly method: string;
  readonly path: string;
  readonly params?: {
    readonly path?: Readonly<Record<string, string>>;
    readonly header?: Readonly<Record<string, string>>;
  };
  readonly body?: object;
  /** Access token, for `Authorization`. */
  readonly token?: string | undefined;
}

/** What the contract allows a call of an operation to send. */
export type ContractRequest<Id extends OperationId> = { readonly operation: Id } & Pick<
  Operation<Id>,
  'method' | 'path'
> &
  ParamsOption<Described<Id>> &
  RequestBodyOption<Described<Id>>;

type Operation<Id extends OperationId> = (typeof operations)[Id];
type PathItem<Id extends OperationId> = paths[Operation<Id>['path']];
type Described<Id extends OperationId> = PathItem<Id>[Lowercase<Operation<Id>['method']> &
  keyof PathItem<Id>];

/** A request that can be sent. */
export interface PreparedRequest {
  readonly url: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly send: () => Promise<Response>;
}

/** @throws when a value cannot be sent. The error may contain secrets. */
export function prepare(
  { baseUrl, fetch, headers: common }: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'headers'>,
  { method, path: template, params, body: value, token }: OperationRequest,
  signal: AbortSignal,
): PreparedRequest {
  const path = template.replace(/{(\w+)}/g, (_, name) => encodeSegment(params?.path?.[name]));
  const url = baseUrl + path;
  const body = value && JSON.stringify(value);
  const headers = new Headers(common);
  if (body) headers.set('Content-Type', 'application/json');
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  for (const [name, text] of Object.entries(params?.header ?? {})) headers.set(name, text);
  const init: RequestInit = {
    method,
    headers,
    body: body ?? null,
    signal,
    // The contract has no redirects, and a redirect must not lead a password elsewhere.
    redirect: 'manual',
  };
  // The global `fetch` makes a Request itself, and a second one takes time.
  const request = fetch && new Request(url, init);
  const send = async () => (request ? fetch(request) : globalThis.fetch(url, init));
  return { url, path, headers, body, send };
}

/** Names what cannot be sent, without its value: it may be a secret. */
export function findInvalid({ params, token }: OperationRequest, common: ClientOptions['headers']): string {
  const headers = { ...common, ...params?.header, Authorization: `Bearer ${token}` };
  for (const [name, text] of Object.entries(headers))
    if (throws(() => new Headers([[name, text]]))) return `header ${name}`;
  for (const [name, text] of Object.entries(params?.path ?? {}))
    if (throws(() => encodeSegment(text))) return name;
  return 'body';
}

function throws(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

function encodeSegment(value = ''): string {
  // An empty segment, `.` or `..` is another path, also when the dots are percent-encoded (RFC 3986, 5.2.4).
  if (/^\.{0,2}$/.test(value)) throw new TypeError('the value cannot be in a path');
  return encodeURIComponent(value);
}
