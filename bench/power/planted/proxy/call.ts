import {
  type Fields,
  fieldsOf,
  itemsOf,
  type ProxyRequest,
  type ProxyResponse,
  withJson,
} from './message.ts';

type Query = URLSearchParams;
type Send = (request: ProxyRequest) => Promise<ProxyResponse>;

/** One call of an operation that a fault is planted in. */
export interface Call {
  /** Method and path, as the fault names them. */
  readonly operation: string;
  readonly request: ProxyRequest;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** A copy. */
  readonly query: Query;
  /** The object in the body of the request, or an empty one. */
  readonly fields: Fields;
  /** Kept while the proxy runs. */
  readonly memory: Map<string, unknown>;
  header(name: string): string;
  /** Sends the request to the app, with some of its parts replaced. */
  forward(parts?: Partial<ProxyRequest>): Promise<ProxyResponse>;
  forwardQuery(change: (query: Query) => void): Promise<ProxyResponse>;
  forwardFields(change: (fields: Fields) => Fields): Promise<ProxyResponse>;
  /** Sends a request of the proxy's own, with the credentials of this one unless it gets others. */
  send(
    method: string,
    target: string,
    body?: Fields,
    headers?: Record<string, string>,
  ): Promise<ProxyResponse>;
  /** What is at a path now. @default the path of this call */
  read(target?: string): Promise<Fields>;
}

export function createCall(
  { operation, parameters }: Pick<Call, 'operation' | 'parameters'>,
  request: ProxyRequest,
  memory: Call['memory'],
  sendToApp: Send,
): Call {
  const [path = '', search = ''] = request.target.split('?', 2);
  const fields = fieldsOf(request);
  const forward: Call['forward'] = (parts = {}) => sendToApp({ ...request, ...parts });

  const send: Call['send'] = (method, target, body, headers = {}) => {
    const { authorization, host } = request.headers;
    const key = request.headers['x-api-key'];
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const own = { host, authorization, 'x-api-key': key, ...type, ...headers };
    const given = Object.entries(own).filter(([, value]) => value !== undefined);
    return sendToApp({
      method,
      target,
      headers: Object.fromEntries(given),
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
    });
  };

  return {
    operation,
    request,
    path,
    parameters,
    fields: fields ?? {},
    memory,
    get query() {
      return new URLSearchParams(search);
    },
    header: (name) => String(request.headers[name] ?? ''),
    forward,
    forwardQuery(change) {
      const query = new URLSearchParams(search);
      change(query);
      const text = query.toString();
      return forward({ target: text === '' ? path : `${path}?${text}` });
    },
    forwardFields(change) {
      if (fields === undefined) return forward();
      return forward({ body: withJson(request, change(fields)).body });
    },
    send,
    async read(target = path) {
      return fieldsOf(await send('GET', target)) ?? {};
    },
  };
}

/** Changes the object in a response that is a success. */
export function changeFields(response: ProxyResponse, change: (fields: Fields) => Fields) {
  const fields = response.status < 300 ? fieldsOf(response) : undefined;
  return fields === undefined ? response : withJson(response, change(fields));
}

/** Changes the items of a list that is a success. */
export function changeItems(response: ProxyResponse, change: (items: Fields[]) => unknown[]) {
  if (response.status >= 300) return response;
  const items = change(itemsOf(response));
  const page = fieldsOf(response);
  return withJson(response, page === undefined ? items : { ...page, items });
}
