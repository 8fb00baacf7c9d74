import type { Context, HttpRequest } from '../server/http/context.ts';
import { type Preference, type Step, statusesWithoutBody } from './scenarios/read-step.ts';

/** A request as any transport received it, with its target. A request of Node is one. */
export type MockRequest = HttpRequest & { readonly url?: string | undefined };

export interface MockContext extends Context {
  readonly preference: Preference;
  readonly transport: Transport;
  /** What the mock does with this request. Set by `playStep`. */
  step: Step;
  /** Aborted when nobody waits for the response any more. Set when the mock has to wait. */
  signal: AbortSignal | undefined;
  /** Whether the journal lists the request. */
  isListed: boolean;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Transport {
  /** Read only when the mock has to wait for something. */
  readonly signal?: AbortSignal;
  /**
   * `writeContinue` is called when the client waits before it sends the body (RFC 9110, 10.1.1). `setHeader` is called with the
   * headers that the response must also have when the transport itself writes it, for example because the request timed out.
   */
  readonly response?: { writeContinue(): void; setHeader(name: string, value: string): unknown };
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

/** What the steps write a response to. It keeps the response for the transport. */
export function createDraft(node: Transport['response']) {
  let status = 200;
  let body = '';
  const headers: Record<string, string> = {};
  return {
    setHeader(name: string, value: string) {
      headers[name] = value;
      node?.setHeader(name, value);
    },
    // The transport counts what it sends.
    writeHead(
      code: number,
      { 'Content-Length': _counted, ...fields }: Readonly<Record<string, string | number>>,
    ) {
      status = code;
      for (const [name, value] of Object.entries(fields)) headers[name] = String(value);
      return {
        end(text = '') {
          body = text;
        },
      };
    },
    writeContinue: () => node?.writeContinue(),
    reply: (): Reply => ({ status, headers, body }),
  };
}
