import type { Exchange, SentRequest, TransportError } from '../../http/exchange.ts';
import { createResponseReader } from '../../http/read-response.ts';
import type { ResponseCopy } from './copy-response.ts';

/** A request that the proxy has passed on, and what came of it. */
export interface Copy extends ResponseCopy {
  /** Its bytes are those of its head. */
  readonly request: SentRequest;
}

/** Reads what the proxy has copied. Undefined if there is nothing to judge. */
export function readCopy(copy: Copy): Omit<Exchange, 'number'> | undefined {
  const { request, startedAt, durationMs, waitMs } = copy;
  const result = readResponse(copy);
  if (result === undefined) return undefined;
  return {
    ...result,
    request: { ...request, bytes: Buffer.concat([request.bytes, request.body]) },
    startedAt,
    durationMs,
    ...(waitMs !== undefined && { waitMs }),
  };
}

function readResponse({
  request,
  bytes,
  count,
  isOpen,
  hasClientLeft,
  error = closed,
}: Copy): Pick<Exchange, 'response' | 'error'> | undefined {
  const reader = createResponseReader(request.method);
  const first = reader.push(bytes);
  if (first.state === 'done') return { response: first.response };
  if (first.state === 'not-http') return { error: notHttp };
  if (isOpen) return found(reader.stream());
  if (hasClientLeft) return undefined;
  if (count > bytes.length && error === closed) return found(reader.beginning());

  const last = reader.end();
  if (last.state === 'done') return { response: last.response };
  if (last.state === 'not-http') return { error: notHttp };
  return { ...found(reader.partial()), error };
}

function found(response: Exchange['response']): Pick<Exchange, 'response'> {
  return response === undefined ? {} : { response };
}

const closed: TransportError = {
  kind: 'closed',
  message: 'the connection ended without a complete response',
};
const notHttp: TransportError = { kind: 'not-http', message: 'the response is not HTTP/1.1' };
