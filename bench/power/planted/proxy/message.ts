import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/** A request, as the client sent it or as a fault has changed it. */
export interface ProxyRequest {
  readonly method: string;
  /** With the query. */
  readonly target: string;
  /** Lower-case names. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface ProxyResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type Fields = Record<string, unknown>;

const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'te', 'upgrade', 'trailer'];

export function withoutHeaders(headers: IncomingHttpHeaders, names: readonly string[]) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** Reads a message to its end. Its length is known from then on. */
export async function readBody(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts);
}

/** Sends a request to the app as it is, and returns what the app responds. */
export function forward(app: URL, request: ProxyRequest): Promise<ProxyResponse> {
  const { method, target, body } = request;
  const headers = withoutHeaders(request.headers, [...hopByHop, 'content-length', 'expect']);
  const hasBody = body.length > 0 || 'content-length' in request.headers;
  if (hasBody) headers['content-length'] = String(body.length);

  return new Promise((resolve, reject) => {
    const options = { host: app.hostname, port: app.port, method, path: target, headers };
    const sent = httpRequest(options, async (response) => {
      try {
        resolve({
          status: response.statusCode ?? 502,
          headers: withoutHeaders(response.headers, hopByHop),
          body: await readBody(response),
        });
      } catch (error) {
        reject(error);
      }
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The object of a JSON body, or undefined when it is none. */
export function fieldsOf({ body }: { readonly body: Buffer }): Fields | undefined {
  const value = jsonOf(body);
  // Neither null nor an array: an object's fields are unknown.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined;
}

/** The items of a list: of a page, or of a body that is an array. */
export function itemsOf(message: { readonly body: Buffer }): Fields[] {
  const value = jsonOf(message.body);
  const items = Array.isArray(value) ? value : fieldsOf(message)?.items;
  return Array.isArray(items) ? items : [];
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

export function withJson<Message extends ProxyRequest | ProxyResponse>(
  message: Message,
  value: unknown,
): Message {
  return { ...message, body: Buffer.from(JSON.stringify(value)) };
}

/** A response that the app has not sent. */
export function jsonResponse(status: number, value: unknown): ProxyResponse {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers, body: Buffer.from(JSON.stringify(value)) };
}

export function emptyResponse(status: number): ProxyResponse {
  return { status, headers: {}, body: Buffer.alloc(0) };
}
