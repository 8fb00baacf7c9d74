import { statusesWithoutBody } from './scenarios/read-step.ts';

/** The headers of a request: those that occur once as text, others perhaps several times. */
interface Headers {
  readonly [name: string]: string | readonly string[] | undefined;
  readonly authorization?: string | undefined;
  readonly 'content-encoding'?: string | undefined;
  readonly 'content-type'?: string | undefined;
  readonly expect?: string | undefined;
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'transfer-encoding'?: string | undefined;
}

/** A request as any transport received it. A request of Node is one. */
export interface MockRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  /** The target. */
  readonly url?: string | undefined;
  readonly httpVersion: string;
  readonly headers: Headers;
  /** Names and values, alternating, as the client sent them. */
  readonly rawHeaders: readonly string[];
}

/** A response, for any transport. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What is checked of the head of a request. */
export function framedOf({ httpVersion, url: target = '', headers, rawHeaders }: MockRequest) {
  return { httpVersion, target, headers, rawHeaders };
}

export interface Transport {
  /** Read only when the mock has to wait for something. */
  readonly signal?: AbortSignal;
  /**
   * `writeContinue` is called when the client waits before it sends the body (RFC 9110, 10.1.1).
   */
  readonly response?: { writeContinue(): void };
}

/** Handles a request. @throws ConnectionReset, or the reason of the signal. */
export type Exchange = (request: MockRequest, transport?: Transport) => Promise<Reply>;

/** The part of a target below a base path; `undefined` for a target elsewhere. */
export function targetBelow(basePath: string, target: string): string | undefined {
  if (basePath === '') return target;
  return target.startsWith(`${basePath}/`) ? target.slice(basePath.length) : undefined;
}

/** Sends a `Request` of Fetch, with the target that a connection would deliver. @throws ConnectionReset, or the reason of the signal */
export async function fetchFrom(
  exchange: Exchange,
  request: Request,
  target: string,
): Promise<Response> {
  request.signal.throwIfAborted();
  const { status, headers, body } = await exchange(fromRequest(request, target), {
    signal: request.signal,
  });
  const isEmpty = body === '' || statusesWithoutBody.includes(status) || request.method === 'HEAD';
  return new Response(isEmpty ? null : body, { status, headers });
}

/** Sends a `Request` to a mock that stands for the service at a base address, which may have a path. */
export async function fetchBelow(
  base: string,
  { exchange, basePath }: { readonly exchange: Exchange; readonly basePath: string },
  request: Request,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  // A relative base address is resolved as msw resolves it.
  const prefix = new URL(`${base}/`, request.url).pathname.slice(0, -1);
  return fetchFrom(exchange, request, basePath + pathname.slice(prefix.length) + search);
}

function fromRequest(request: Request, target: string): MockRequest {
  const { host } = new URL(request.url);
  const fields = [['host', host] as const, ...request.headers].filter(
    ([name], index) => index === 0 || name !== 'host',
  );
  return {
    method: request.method,
    url: target,
    httpVersion: '1.1',
    headers: Object.fromEntries(fields),
    rawHeaders: fields.flat(),
    async *[Symbol.asyncIterator]() {
      yield new Uint8Array(await request.arrayBuffer());
    },
  };
}
