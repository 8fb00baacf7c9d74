import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** What the server's steps read of a request: Node's own has it, and a Fetch `Request` can be made to look like it. */
export interface Incoming
  extends Pick<IncomingMessage, 'headers' | 'headersDistinct' | 'rawHeaders' | 'httpVersion'>,
    AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  url?: string | undefined;
  /** The body's JSON, once it was read. */
  body?: unknown;
}

/** A `Request` as it would come out of a connection. */
export function fromRequest(request: Request): Incoming {
  const { host, pathname, search } = new URL(request.url);
  const fields = [['host', host] as const, ...request.headers].filter(
    ([name], index) => index === 0 || name !== 'host',
  );
  return {
    method: request.method,
    url: pathname + search,
    httpVersion: '1.1',
    headers: Object.fromEntries(fields) as IncomingHttpHeaders,
    headersDistinct: Object.fromEntries(fields.map(([name, value]) => [name, [value]])),
    rawHeaders: fields.flat(),
    async *[Symbol.asyncIterator]() {
      yield new Uint8Array(await request.arrayBuffer());
    },
  };
}
