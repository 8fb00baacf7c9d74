import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** What Hono, Next and Deno call for each request. */
export type FetchHandler = (request: globalThis.Request) => Response | Promise<Response>;

/** A listener of `node:http` that serves what a fetch handler returns. */
export function fetchListener(handler: FetchHandler): RequestListener {
  return (incoming, outgoing) => {
    serve(handler, incoming, outgoing).catch((error) => {
      // The runtimes of these handlers return 500 too, and say why only in their logs.
      console.error(error);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    });
  };
}

async function serve(
  handler: FetchHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = toRequest(incoming, outgoing);
  if (request === undefined) return void outgoing.writeHead(400).end();

  const response: unknown = await handler(request);
  if (!isResponse(response))
    throw new TypeError(
      'the app returned no Response: give a listener with (request, response), or a fetch handler',
    );
  await send(response, outgoing);
}

/** The request for the handler. Undefined if the classes of fetch cannot express it, as a `TRACE` or an invalid address. */
function toRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): globalThis.Request | undefined {
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  const headers: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());

  try {
    return new Request(new URL(url.startsWith('/') ? originOf(incoming) + url : url), {
      method,
      headers,
      signal: gone.signal,
      ...(hasBody && { body: bodyOf(incoming), duplex: 'half' }),
    });
  } catch {
    return undefined;
  }
}

function originOf({ socket }: IncomingMessage): string {
  return `http://127.0.0.1:${socket.localPort}`;
}

function bodyOf(incoming: IncomingMessage) {
  // The type of `node:stream/web` is the class that `Request` takes, under another name.
  return Readable.toWeb(incoming) as unknown as globalThis.ReadableStream;
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const headers = [...response.headers].filter(([name]) => name !== 'set-cookie');
  const cookies = response.headers.getSetCookie().map((value) => ['set-cookie', value]);
  outgoing.writeHead(response.status, [...headers, ...cookies].flat());
  if (response.body === null || outgoing.req.method === 'HEAD') return void outgoing.end();
  // The same class under another name, as above.
  const body = Readable.fromWeb(response.body as unknown as ReadableStream);
  // A client that leaves early is no error of the app.
  await pipeline(body, outgoing).catch((error) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

/** By its fields: a test runner may have a `Response` of its own. */
function isResponse(value: unknown): value is Response {
  return typeof value === 'object' && value !== null && 'status' in value && 'headers' in value;
}
