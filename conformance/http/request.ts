/** Names and values are sent as given, in this order. Code points up to U+00FF go out as one octet. */
export type Header = readonly [name: string, value: string];

/** What to send. Nothing is normalised: what a check writes is what goes over the wire. */
export interface Request {
  readonly method: string;
  /** Path and query after the base address, which is put in front of it. */
  readonly target: string;
  readonly headers?: readonly Header[];
  readonly body?: Uint8Array | string;
  /** Headers that would be added and must not be: `host`, `content-length`, `user-agent`, `accept`. */
  readonly without?: readonly string[];
  readonly settings?: SendSettings;
}

/** A request already in octets, for what a `Request` cannot say. `encode` of the target gives octets to break. */
export interface RawRequest {
  readonly bytes: Uint8Array;
  readonly settings?: SendSettings;
}

export interface SendSettings {
  /** A connection of its own, closed afterwards. Always so for raw requests. */
  readonly fresh?: boolean;
  readonly timeoutMs?: number;
  /** After the answer, keep reading so long, or twice as long as the answer took: what else comes is its `rest`. */
  readonly lingerMs?: number;
  /** Half-close after sending, so that the server sees the end of a body that is too short. */
  readonly endAfterSending?: boolean;
  /** Send so many octets, pause, send the remainder. */
  readonly pause?: { readonly afterBytes: number; readonly ms: number };
  /** The operation this request means to reach, for coverage and for checks that watch every answer. */
  readonly operation?: string;
  /** Kept out of reports and coverage: preparation rather than question. */
  readonly quiet?: boolean;
}

export function isRaw(request: Request | RawRequest): request is RawRequest {
  return 'bytes' in request;
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
    body: JSON.stringify(body),
  };
}
