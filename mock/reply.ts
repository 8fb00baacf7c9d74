import {
  commonHeaders,
  failureEnvelope,
  jsonType,
  successEnvelope,
} from '../service/http/envelope.ts';
import type { Problem } from '../service/http/problem.ts';
import type { MockContext } from './context.ts';

/** A response, for any transport. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function successReply(
  { traceId, startedAt }: MockContext,
  data: object,
  headers: Reply['headers'] = {},
): Reply {
  return reply(200, successEnvelope(data, traceId, startedAt), headers);
}

export function failureReply({ traceId }: MockContext, problem: Problem): Reply {
  return reply(problem.code, failureEnvelope(problem, traceId), problem.headers);
}

function reply(status: number, body: object, headers: Reply['headers']): Reply {
  return {
    status,
    headers: { 'Content-Type': jsonType, ...commonHeaders, ...headers },
    body: JSON.stringify(body),
  };
}
