import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/** A request, as the servers of these tests read it. */
export interface Received {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON. Undefined when it is not JSON in UTF-8. */
  readonly json: unknown;
}

/** A body is sent as JSON. */
export type Reply = readonly [status: number, body?: unknown, headers?: Record<string, string>];

/** A listener that sends what `respond` returns. */
export const jsonListener =
  (respond: (received: Received) => Reply) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = Buffer.concat(await request.toArray());
    const [path = '', query] = String(request.url).split(/\?(.*)/s);
    const [status, body, headers] = respond({
      method: String(request.method),
      path,
      query: new URLSearchParams(query),
      headers: request.headers,
      text: bytes.toString(),
      json: parse(bytes),
    });
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    response
      .writeHead(status, { ...type, ...headers })
      .end(body === undefined ? body : JSON.stringify(body));
  };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

/** The fields of an object; undefined for anything else. */
export function objectIn(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...value }
    : undefined;
}

export const isJsonType = ({ headers }: Received) =>
  /^application\/json(;|$)/.test(String(headers['content-type']));
