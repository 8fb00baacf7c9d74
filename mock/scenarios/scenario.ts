import type { OperationId, operations } from '../../generated/contract.ts';
import type { mockDocument } from '../../generated/mock-document.ts';
import type { RequestMatch } from '../match-request.ts';

/**
 * What the mock does with one request. `{}` is the true response: the operation runs, and nothing changes its response.
 *
 * With `status` or `example` the mock sends that response, and the operation does not run. Other fields change the response.
 *
 * @example { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad gateway</h1>' }
 */
export interface MockStep<Operation extends StepsFor = '*'> {
  /**
   * Only a request that matches takes the step. Others take the next step that matches them, or get the true response.
   * @example { body: { description: 'Nightly build' } }
   */
  readonly when?: RequestMatch;
  /** Milliseconds to wait before the response. @default 0 */
  readonly latency?: number;
  /** From 200 to 599. Without a `body`, it is a status that the contract documents for the operation. */
  readonly status?: number;
  /** The name of a response that the contract documents, such as `otp_required`. */
  readonly example?: Example<Operation>;
  /** Added to the headers of the response. They replace those of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the body. A text is `text/plain` and an object is JSON, unless `headers` has a `Content-Type`. */
  readonly body?: string | object;
  /** Applied after the operation has done its work. */
  readonly fault?: Fault;
}

/**
 * - `reset`: the connection ends without a response
 * - `truncated`: the body stops half-way
 */
export type Fault = 'reset' | 'truncated';

/** An operation of the contract, or `*` for each of them. With `*`, each operation takes the steps by itself. */
export type StepsFor = OperationId | '*';

/** The names of the responses of an operation, or with `*` those of any operation. */
type Example<Operation extends StepsFor> = Operation extends OperationId
  ? NamesIn<ResponsesOf<(typeof operations)[Operation]>>
  : Example<OperationId>;
type Paths = typeof mockDocument.paths;
type ResponsesOf<Described> = Described extends {
  path: infer Path extends keyof Paths;
  method: infer Method extends string;
}
  ? Paths[Path] extends Record<Lowercase<Method>, { responses: infer Responses }>
    ? Responses[keyof Responses]
    : never
  : never;
type NamesIn<Examples> = Examples extends unknown ? keyof Examples : never;

/**
 * Steps by operation, one per request. An operation takes its own steps first, then those of `*`. True responses follow.
 *
 * @example { login: [{ status: 503 }, { fault: 'reset' }] }
 */
export type Scenario = { readonly [Operation in StepsFor]?: readonly MockStep<Operation>[] } & {
  /** Whether the first step follows the last. @default false */
  readonly repeat?: boolean;
};

const html = { headers: { 'Content-Type': 'text/html; charset=utf-8' } };
const page =
  '<!doctype html><html lang="en"><title>Bad gateway</title><h1>A proxy sent this page</h1></html>\n';

/** The scenarios that every mock has. */
export const builtInScenarios: Readonly<Record<string, Scenario>> = {
  'token-expired': { '*': [{ example: 'token_invalid' }], repeat: true },
  slow: { '*': [{ latency: 2000 }], repeat: true },
  reset: { '*': [{ fault: 'reset' }], repeat: true },
  'reset-once': { '*': [{ fault: 'reset' }] },
  truncated: { '*': [{ fault: 'truncated' }], repeat: true },
  'bad-gateway': { '*': [{ status: 502, ...html, body: page }], repeat: true },
  html: { '*': [{ ...html, body: page }], repeat: true },
  empty: { '*': [{ body: '' }], repeat: true },
  'empty-500': { '*': [{ status: 500, body: '' }], repeat: true },
  unavailable: { '*': [{ status: 503 }], repeat: true },
  'unavailable-once': { '*': [{ status: 503 }] },
  'rate-limited-once': { '*': [{ status: 429 }] },
};
