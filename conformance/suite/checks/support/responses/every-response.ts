import type { OperationId } from '../../../../../generated/contract.ts';
import {
  type CheckContext,
  type CompletedExchange,
  type Failure,
  hasResponse,
  type Judgement,
  memoize,
  mismatch,
  notJudged,
  type ResponseCheck,
  type Rule,
  type Target,
} from '../../../../engine/index.ts';
import { isOperationPath, operationOf } from '../requests/operation-requests.ts';
import { describeResponse } from './service-response.ts';

export type OperationResponse = ReceivedResponse & { readonly operation: OperationId };

export interface ReceivedResponse {
  readonly exchange: CompletedExchange;
  /** Undefined when the request reached no operation, or when a proxy may have sent the response. */
  readonly operation: OperationId | undefined;
  readonly context: CheckContext;
}

type BasisAndSource = Pick<Rule, 'basis' | 'source'>;
/** A rule, but its id. It rests on what its group rests on, unless it says otherwise. */
export type UnnamedRule = Omit<Rule, 'id' | keyof BasisAndSource> & Partial<BasisAndSource>;
export type UnnamedResponseCheck = UnnamedRule & Pick<ResponseCheck, 'watch'>;

/** Checks by their ids. They rest on `shared`, unless they say otherwise. */
export function responseChecks(
  shared: BasisAndSource,
  checks: Readonly<Record<string, UnnamedResponseCheck>>,
): readonly ResponseCheck[] {
  return Object.entries(checks).map(([id, check]) => ({ id, ...shared, ...check }));
}

export interface Inspection<Received = ReceivedResponse> extends UnnamedRule {
  inspect(received: Received): Judgement;
}

export function everyResponse({ inspect, ...rule }: Inspection): UnnamedResponseCheck {
  return {
    ...rule,
    watch: (context) => ({
      inspect: (exchange) => {
        // An incomplete response is an error of the transport.
        if (!hasResponse(exchange) || exchange.error !== undefined) return notJudged;
        return inspect({
          exchange,
          operation: operationBehind(context.target)(exchange).operation,
          context,
        });
      },
    }),
  };
}

export function everyOperationResponse({
  inspect,
  ...rule
}: Inspection<OperationResponse>): UnnamedResponseCheck {
  return everyResponse({
    ...rule,
    inspect: ({ operation, ...received }) =>
      operation === undefined ? notJudged : inspect({ operation, ...received }),
  });
}

/** A failure whose texts are the same in every run. */
export function failureOf(
  { exchange, operation }: Pick<ReceivedResponse, 'exchange' | 'operation'>,
  expected: string,
  got: string = describeResponse(exchange),
  more: Pick<Failure, 'basis' | 'source' | 'note' | 'key'> = {},
): Failure {
  return mismatch(expected, got, [exchange], { key: operation ?? 'elsewhere', ...more });
}

const pathStatuses = new Set([404, 405, 413]);
const ownMethods = /^(GET|POST|PUT|PATCH|DELETE)$/;

/** Whether the service itself rejects a request at the path of an operation: with another method, or with a large body. */
export function isRejectedAtPath({ exchange, context }: ReceivedResponse): boolean {
  const { request, response } = exchange;
  if (
    !pathStatuses.has(response.status) ||
    !ownMethods.test(request.method) ||
    !isOrdinary(request)
  )
    return false;
  return isOperationPath(exchange, context.target.baseUrl);
}

/** HTTP allows no body in a response to HEAD, or with status 204 or 304. */
export function mayHaveBody({ request, response }: CompletedExchange): boolean {
  return request.method !== 'HEAD' && response.status !== 204 && response.status !== 304;
}

// Statuses that proxies, gateways and HTTP servers send on their own.
const proxyStatuses = new Set([
  408, 413, 414, 429, 431, 494, 495, 496, 497, 501, 502, 503, 504, 505,
]);
const maxHeaderBytes = 4_000;

// More than thirty checks need the operation of each response.
const operationBehind = memoize(({ baseUrl }: Target) =>
  memoize((exchange: CompletedExchange): { readonly operation: OperationId | undefined } => {
    const { request, response } = exchange;
    const mayBeProxy = proxyStatuses.has(response.status) || !isOrdinary(request);
    return { operation: mayBeProxy ? undefined : operationOf(exchange, baseUrl) };
  }),
);

/** Whether no proxy in front of the operation has a reason to reject the request. */
function isOrdinary({ target, headers }: CompletedExchange['request']): boolean {
  if (
    !/^(?:[\w.~!$&'()*+,;=:@/?-]|%[2-7][0-9a-f])*$/i.test(target) ||
    /%(2f|5c|7f|25)/i.test(target)
  )
    return false;
  // Routers resolve dot segments (RFC 3986 6.2.2.3), or redirect to the path without them.
  if (/\/\.{1,2}(?:[/?]|$)/.test(target.replaceAll(/%2e/gi, '.'))) return false;
  const bytes = headers.reduce(
    (total, [name, value]) => total + name.length + value.length,
    target.length,
  );
  return bytes < maxHeaderBytes && headers.every(([, value]) => /^[\t\x20-\x7e]*$/.test(value));
}
