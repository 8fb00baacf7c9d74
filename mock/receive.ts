import { limits } from '../generated/contract.ts';
import { Problem } from '../server/http/problem.ts';
import type { MockRequest, Transport } from './transport.ts';

/** The body of a request. @throws Problem body_too_large; malformed_request when the connection ends before the body */
export async function receive(request: MockRequest, { response }: Transport): Promise<Uint8Array> {
  const { headers, httpVersion } = request;
  if (Number(headers['content-length'] ?? 0) > limits.bodyBytes)
    throw new Problem('body_too_large');
  // RFC 9110, 10.1.1: an HTTP/1.0 client knows no interim responses.
  const waits = headers.expect?.toLowerCase() === '100-continue' && httpVersion !== '1.0';
  if (waits) response?.writeContinue();

  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const chunk of request) {
      total += chunk.length;
      // To stop here would end the connection of a stream of Node.
      if (total <= limits.bodyBytes) chunks.push(chunk);
    }
  } catch (cause) {
    throw new Problem('malformed_request', { cause });
  }
  if (total > limits.bodyBytes) throw new Problem('body_too_large');
  return joinBytes(chunks);
}

function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(chunks.reduce((total, { length }) => total + length, 0));
  let end = 0;
  for (const chunk of chunks) {
    joined.set(chunk, end);
    end += chunk.length;
  }
  return joined;
}
