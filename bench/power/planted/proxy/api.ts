import { type Fields, fieldsOf, forward, itemsOf, type ProxyResponse } from './message.ts';

type Headers = Record<string, string>;

export interface ApiResponse extends ProxyResponse {
  /** The object in the body, or nothing. */
  readonly fields: Fields;
  readonly items: Fields[];
  readonly text: string;
}

/** What a fault is shown with: requests to an app, as one of its two owners. */
export interface Api {
  call(method: string, target: string, body?: unknown, headers?: Headers): Promise<ApiResponse>;
  get(target: string, headers?: Headers): Promise<ApiResponse>;
  post(target: string, body?: unknown): Promise<ApiResponse>;
  status(method: string, target: string, body?: unknown): Promise<number>;
  /** The object at a path. @throws when nothing is there */
  read(target: string): Promise<Fields>;
  /** @throws unless the server returns a list */
  list(target: string): Promise<Fields[]>;
  /** @throws unless the server accepts it */
  create(target: string, body: Fields): Promise<Fields>;
  /** @throws unless the server accepts it */
  change(method: string, target: string, body?: Fields): Promise<Fields>;
  /** The same API with other headers, such as none. */
  with(headers: Headers): Api;
  /** The same API, as the other owner. */
  readonly other: Api;
}

/** Sends requests with the first credentials, unless `own` gives others. */
export function createApi(
  url: string,
  credentials: readonly Headers[],
  own = credentials[0] ?? {},
): Api {
  const app = new URL(url);

  async function call(
    method: string,
    target: string,
    body?: unknown,
    headers: Headers = {},
  ): Promise<ApiResponse> {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await forward(app, {
      method,
      target,
      headers: { host: app.host, ...type, ...own, ...headers },
      body: bytesOf(body),
    });
    return {
      ...response,
      fields: fieldsOf(response) ?? {},
      items: itemsOf(response),
      text: response.body.toString(),
    };
  }

  const get: Api['get'] = (target, headers = {}) => call('GET', target, undefined, headers);
  const post: Api['post'] = (target, body) => call('POST', target, body);

  return {
    call,
    get,
    post,
    status: async (method, target, body) => (await call(method, target, body)).status,
    read: async (target) => success(await get(target)).fields,
    list: async (target) => success(await get(target)).items,
    create: async (target, body) => success(await post(target, body)).fields,
    change: async (method, target, body) => success(await call(method, target, body)).fields,
    with: (headers) => createApi(url, credentials, headers),
    get other() {
      return createApi(url, credentials, credentials[1] ?? {});
    },
  };
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(body === undefined ? '' : JSON.stringify(body));
}

function success(response: ApiResponse): ApiResponse {
  if (response.status < 300) return response;
  throw new Error(`${response.status}: ${response.text}`);
}
