import type { Incoming } from './transport.ts';

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
    headers: Object.fromEntries(fields),
    headersDistinct: Object.fromEntries(fields.map(([name, value]) => [name, [value]])),
    rawHeaders: fields.flat(),
    async *[Symbol.asyncIterator]() {
      yield new Uint8Array(await request.arrayBuffer());
    },
  };
}
