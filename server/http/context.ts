import type { Caller } from '../operations/operation.ts';
import type { Random } from '../security/random.ts';
import type { OperationChecks, OperationObject } from './document.ts';
import type { Reason } from './problem.ts';

/** The headers of a request: those that occur once as text, others perhaps several times. */
export interface Headers {
  readonly [name: string]: string | readonly string[] | undefined;
  readonly authorization?: string | undefined;
  readonly 'content-encoding'?: string | undefined;
  readonly 'content-length'?: string | undefined;
  readonly 'content-type'?: string | undefined;
  readonly expect?: string | undefined;
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'transfer-encoding'?: string | undefined;
}

/** Names no type of Node, which a project for browsers does not have. */
export interface HttpRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly httpVersion: string;
  readonly headers: Headers;
  /** Names and values, alternating, as the client sent them. */
  readonly rawHeaders: readonly string[];
  /** The client's IP address, if it is known. */
  readonly ip?: string | undefined;
  readonly socket?: { readonly remoteAddress?: string | undefined };
}

/** What the steps write a response to. A response of Node is one. */
export interface HttpResponse {
  setHeader(name: string, value: string): unknown;
  writeHead(
    status: number,
    headers: Readonly<Record<string, string | number>>,
  ): { end(text?: string): unknown };
  /** Asks the client for the body that it has not sent yet (RFC 9110, 10.1.1). */
  writeContinue(): void;
}

/** A request on its way through the steps, and what each step adds for those after it. */
export interface Context {
  readonly request: HttpRequest;
  readonly method: string;
  /** The request target as the client sent it. */
  readonly sentTarget: string;
  /** In milliseconds, by the clock of `performance`. */
  readonly startedAt: number;
  /** Set by `trace`. */
  traceId: string;
  /** The request target in its normal form. Set by `framing`. */
  target: string;
  /** Set when the operation is known. */
  operation: MatchedOperation | undefined;
  /** Set by `authenticate`, where the operation requires an access token. */
  caller: Caller | undefined;
  /** The parsed body. Set by `body`, where the operation takes one. */
  body: unknown;
  /** The payload of the response. Set by `runOperation`. */
  data: object | undefined;
  /** Why the request failed. Set when the response is a failure. */
  reason: Reason | undefined;
}

export interface MatchedOperation {
  readonly id: string;
  readonly object: OperationObject;
  /** The parameters of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** The methods that the path knows, as the header `Allow` lists them. */
  readonly allow: string;
  /** None in the mock, whose responses are made from the contract. */
  readonly checks: OperationChecks | undefined;
}

/** `'sent'` when the step has written the response, so that no later step runs. */
export type StepResult = 'sent' | undefined;

/** One step of a request, for Express and for the mock. It may throw a `Problem`, which becomes the response. */
export type Step<Of extends Context = Context, Response = HttpResponse> = (
  context: Of,
  response: Response,
) => StepResult | Promise<StepResult>;

export function createContext(request: HttpRequest, sentTarget: string): Context {
  return {
    request,
    method: request.method ?? '',
    sentTarget,
    startedAt: performance.now(),
    traceId: '',
    target: '',
    operation: undefined,
    caller: undefined,
    body: undefined,
    data: undefined,
    reason: undefined,
  };
}

export function operationOf({ operation }: Context): MatchedOperation {
  if (operation === undefined)
    throw new Error('the step needs an operation: it must run after the match');
  return operation;
}

/** Gives each request a new trace id, whatever the client sent (decision `trace-id`). */
export function trace(random: Random): Step {
  return (context) => {
    context.traceId = createTraceId(random);
    return undefined;
  };
}

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function createTraceId(random: Random): string {
  let hex = '';
  for (const byte of random(16)) hex += hexOf[byte];
  return hex;
}
