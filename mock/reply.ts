import {
  commonHeaders,
  failureEnvelope,
  jsonType,
  successEnvelope,
} from '../server/http/envelope.ts';
import type { Problem } from '../server/http/problem.ts';
import type { MockContext } from './context.ts';
import type { Reply } from './transport.ts';

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
