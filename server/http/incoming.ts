import type { Caller } from '../operations/operation.ts';
import type { OperationObject } from './contract/document.ts';
import type { OperationChecks } from './contract/validate-response.ts';
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

/**
 * A request as a transport received it. A request of Node or Express is one, and a Fetch `Request` can be made into one. It
 * names no type of Node, which a project for browsers does not have.
 */
export interface Message extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly httpVersion: string;
  readonly headers: Headers;
  /** Names and values, alternating, as the client sent them. */
  readonly rawHeaders: readonly string[];
  /** The client's IP address, if it is known. */
  readonly ip?: string | undefined;
}

/** A request on its way through the steps: the message, and what each step adds for those after it. */
export interface Incoming {
  readonly message: Message;
  readonly method: string;
  /** The request target as the client sent it. */
  readonly sentTarget: string;
  /** In milliseconds, by the clock of `performance`. */
  readonly startedAt: number;
  /** Set by `trace`. */
  traceId: string;
  /** The request target in its normal form. Set by `framing`. */
  target: string;
  /** Set by `match`. */
  operation: MatchedOperation | undefined;
  /** Set by `authenticate`, where the operation requires an access token. */
  caller: Caller | undefined;
  /** The parsed body. Set by `body`, where the operation takes one. */
  body: unknown;
  /** The payload of the response. Set by `operation`. */
  data: object | undefined;
  /** Why the request failed. Set when the response is a failure. */
  reason: Reason | undefined;
}

/** The operation of the contract that a request is for. */
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

/** What the steps write a response to. A response of Node is one. */
export interface Outgoing {
  setHeader(name: string, value: string): unknown;
  writeHead(
    status: number,
    headers: Readonly<Record<string, string | number>>,
  ): { end(text?: string): unknown };
  /** Asks the client for the body that it has not sent yet (RFC 9110, 10.1.1). */
  writeContinue(): void;
}

/** `'sent'` when the step has written the response, so that no later step runs. */
export type StepResult = 'sent' | undefined;

/** One step of a request. It may throw a `Problem`, which becomes the response. */
export type Step<In extends Incoming = Incoming, Out = Outgoing> = (
  incoming: In,
  outgoing: Out,
) => StepResult | Promise<StepResult>;

/** A request before its first step. */
export function createIncoming<Of extends Message>(
  message: Of,
  sentTarget: string,
): Incoming & { readonly message: Of } {
  return {
    message,
    method: message.method ?? '',
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

/** The operation that the step `match` found. */
export function operationOf({ operation }: Incoming): MatchedOperation {
  if (operation === undefined) throw new Error('the step needs an operation: it must run after `match`');
  return operation;
}
