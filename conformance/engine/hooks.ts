import type { Exchange, Response, SentRequest } from './http/exchange.ts';
import { type Header, isRaw, type RawRequest, type Request } from './http/request.ts';
import type { Target } from './http/target.ts';
import { writeRequest } from './http/write-request.ts';
import { CannotTestError } from './outcome.ts';
import { variableName } from './profile/profile.ts';
import type { Secrets } from './secrets.ts';

/** A request of the tests. */
export interface HookRequest {
  readonly method: string;
  readonly url: string;
  /** All of them, also those that the tool adds. */
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  /** Whether a check wrote the request as bytes, to test how the server reads them. */
  readonly raw: boolean;
}

/** A request with its response, or with the error of the connection. */
export interface HookExchange {
  readonly request: HookRequest;
  readonly response?: Pick<Response, 'status' | 'headers' | 'body'>;
  readonly error?: string;
  readonly durationMs: number;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Functions that run around each request of a run. An error in one makes the run inconclusive.
 * @example
 * export const beforeRequest: Hooks['beforeRequest'] = ({ method, url }) => ({ 'X-Signature': sign(`${method} ${url}`) });
 */
export interface Hooks {
  /** Returns headers to add to the request. They replace those of the same name. */
  readonly beforeRequest?: (
    request: HookRequest,
  ) => Headers | undefined | Promise<Headers | undefined>;
  readonly afterResponse?: (exchange: HookExchange) => void | Promise<void>;
  /** Whether `beforeRequest` may change raw requests too. @default false */
  readonly rawRequests?: boolean;
}

/** The target with the hooks around each request. Reports mask credentials that a hook adds. */
export function hookTarget(target: Target, hooks: Hooks, secrets: Secrets): Target {
  const { origin } = new URL(target.baseUrl);
  const seen = new Set<string>();
  const learn = (name: string, value: string) => {
    // A value that comes again is a credential. Others are signatures of one request.
    const isCredential =
      /^(authorization|proxy-authorization|cookie)$/i.test(name) || seen.has(value);
    seen.add(value);
    if (!isCredential) return;
    secrets.remember(variableName(name), value);
    secrets.remember(variableName(name), value.replace(/^\w+ /, ''));
  };
  const prepare = async (request: Request | RawRequest): Promise<Request | RawRequest> => {
    if (hooks.beforeRequest === undefined || (isRaw(request) && hooks.rawRequests !== true))
      return request;
    const bytes = isRaw(request) ? request.bytes : target.encode(request);
    const sent = writeRequest({ bytes }, { host: '', prefix: '', headers: [] });
    const about = { ...describe(sent, origin), raw: isRaw(request) };
    const added = readHeaders(await run('beforeRequest', async () => hooks.beforeRequest?.(about)));
    for (const [name, value] of added) learn(name, value);
    return added.length === 0 ? request : withHeaders(request, added);
  };

  const send = async (request: Request | RawRequest) => {
    const exchange = await target.send(await prepare(request));
    await run('afterResponse', async () =>
      hooks.afterResponse?.(describeExchange(exchange, origin)),
    );
    return exchange;
  };
  return { ...target, send };
}

async function run<Result>(name: string, hook: () => Promise<Result>): Promise<Result> {
  try {
    return await hook();
  } catch (cause) {
    const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw new CannotTestError(`the hook ${name} failed: ${message}`, { cause });
  }
}

function describe(
  { method, target, headers, body, raw }: SentRequest,
  origin: string,
): HookRequest {
  return { method, url: origin + target, headers, body, raw };
}

function describeExchange(
  { request, response, error, durationMs }: Exchange,
  origin: string,
): HookExchange {
  return {
    request: describe(request, origin),
    ...(response && {
      response: { status: response.status, headers: response.headers, body: response.body },
    }),
    ...(error && { error: error.message }),
    durationMs,
  };
}

function readHeaders(returned: unknown): Header[] {
  if (returned === undefined) return [];
  if (typeof returned !== 'object' || returned === null)
    throw new CannotTestError(
      'the hook beforeRequest must return an object of headers, or nothing',
    );
  return Object.entries(returned).map(([name, value]) => {
    // The value is not shown: it may be a secret.
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || typeof value !== 'string' || /[\r\n\0]/.test(value))
      throw new CannotTestError(
        `the hook beforeRequest returned an invalid header ${JSON.stringify(name)}`,
      );
    return [name, value];
  });
}

function withHeaders(
  request: Request | RawRequest,
  added: readonly Header[],
): Request | RawRequest {
  if (isRaw(request)) {
    const bytes = Buffer.from(request.bytes);
    const end = bytes.indexOf('\r\n') + 2;
    const lines = added.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    // Without a line end there is no place for a header.
    return end < 2
      ? request
      : {
          ...request,
          bytes: Buffer.concat([bytes.subarray(0, end), Buffer.from(lines), bytes.subarray(end)]),
        };
  }
  const names = new Set(added.map(([name]) => name.toLowerCase()));
  const others = (request.headers ?? []).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...request, headers: [...others, ...added] };
}
