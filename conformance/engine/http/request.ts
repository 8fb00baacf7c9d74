import { writeJson } from '../bounded/digits.ts';

/** Names and values are sent as given, in this order. Code points up to U+00FF are sent as one byte. */
export type Header = readonly [name: string, value: string];

/** What to send. Nothing is normalised: it is sent exactly as the check writes it. */
export interface Request {
  readonly method: string;
  /** Path and query, relative to the base address. */
  readonly target: string;
  readonly headers?: readonly Header[];
  readonly body?: Uint8Array | string;
  /** Automatic headers to leave out: `host`, `content-length`, `user-agent`, `accept`, `accept-encoding`. */
  readonly without?: readonly string[];
  readonly settings?: SendSettings;
}

/** A request as bytes, for everything that a `Request` cannot express. `encode` of the target returns bytes to change. */
export interface RawRequest {
  readonly bytes: Uint8Array;
  readonly settings?: SendSettings;
}

export interface SendSettings {
  /** Uses a new connection and closes it afterwards. Always true for raw requests. */
  readonly fresh?: boolean;
  readonly timeoutMs?: number;
  /** Keeps reading after the response, for this time or twice the response time. What comes is `rest` of the response. */
  readonly lingerMs?: number;
  /** Half-closes the connection when no response comes, so that the server sees the end of a body that is too short. */
  readonly endAfterSending?: boolean;
  /** Sends this many bytes, pauses, then sends the rest. */
  readonly pause?: { readonly afterBytes: number; readonly ms: number };
  /** The operation that this request is for, for coverage and for checks of every response. */
  readonly operation?: string;
  /**
   * The server may close the connection without a response, and the check judges that itself: the request is malformed or too
   * large. @default true for a raw request
   */
  readonly lossAllowed?: boolean;
  /** Set when the run sends the request again because the server was busy: 2, 3 and so on. */
  readonly attempt?: number;
  /** Left out of reports and coverage: it prepares a check. */
  readonly quiet?: boolean;
}

export function isRaw(request: Request | RawRequest): request is RawRequest {
  return 'bytes' in request;
}

/** The operation of a request; where it has none, its method and path: the query may have a secret. */
export function operationOf({
  method,
  target,
  settings,
}: Pick<Request, 'method' | 'target' | 'settings'>): string {
  return settings?.operation ?? `${method} ${target.replace(/\?.*/s, '')}`;
}

export function headerOf(headers: readonly Header[] | undefined, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers?.find(([given]) => given.toLowerCase() === wanted)?.[1];
}

/** A request with a JSON body, unless the body is undefined. */
export function jsonRequest(
  method: string,
  target: string,
  body?: unknown,
  headers: readonly Header[] = [],
): Request {
  if (body === undefined) return { method, target, headers };
  return {
    method,
    target,
    headers: [['Content-Type', 'application/json'], ...headers],
    body: writeJson(body),
  };
}

/** @throws TypeError with one plain sentence. */
export function parseBaseUrl(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`"${text}" is not an http:// or https:// address`);
  }
  if (url.search !== '' || url.hash !== '')
    throw new TypeError(`"${text}" has a query or a fragment`);
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('the address contains credentials; use --header instead');
  }
  const secure = url.protocol === 'https:';
  return {
    secure,
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    host: url.host,
    prefix: url.pathname.replace(/\/+$/, ''),
  };
}
