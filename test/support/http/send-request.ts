import { expect } from 'vitest';
import {
  connectionForTest,
  openConnection,
  type RawConnection,
  type RawResponse,
} from './raw-connection.ts';
import { type ApiResponse, validateResponse } from './validate-response.ts';

/** Any server on the loopback: in the process of the test, or in its own. */
export interface Listening {
  readonly port: number;
}

export interface Request {
  readonly method?: string;
  readonly target: string;
  /** Sent unchanged, after a `Host` unless they have one. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Text and bytes are sent unchanged, anything else as JSON with its media type. */
  readonly body?: unknown;
  readonly token?: string | undefined;
}

/** Sends a request, which need not be valid, and validates the response against the contract. */
export async function sendRequest(server: Listening, request: Request): Promise<ApiResponse> {
  const { method = 'POST', target } = request;
  return validateResponse(await exchange(server, encode(request)), { method, target });
}

/** Sends bytes, which need not be a request, and validates the response against the contract. */
export async function sendRaw(server: Listening, bytes: string | Uint8Array): Promise<ApiResponse> {
  return validateResponse(await exchange(server, bytes));
}

/** Sends bytes on a new connection and reads one response, without validation. */
export async function exchange(
  { port }: Listening,
  bytes: string | Uint8Array,
): Promise<RawResponse> {
  const connection = openConnection(port);
  try {
    connection.write(bytes);
    return await connection.read();
  } finally {
    connection.close();
  }
}

/** The bytes of a request, with the length of its body. */
export function encode({
  method = 'POST',
  target,
  headers = [],
  body,
  token,
}: Request): Uint8Array {
  const isText = typeof body === 'string' || body instanceof Uint8Array;
  const bytes = isText
    ? Buffer.from(body)
    : Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const has = (wanted: string) => headers.some(([name]) => name.toLowerCase() === wanted);
  const lines = [...headers];
  if (token !== undefined) lines.unshift(['Authorization', `Bearer ${token}`]);
  if (body !== undefined && !has('content-type')) lines.push(['Content-Type', 'application/json']);
  if (body !== undefined && !has('content-length') && !has('transfer-encoding'))
    lines.push(['Content-Length', String(bytes.length)]);
  if (!has('host')) lines.unshift(['Host', 'localhost']);
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}\r\n`, 'latin1'),
    bytes,
  ]);
}

/**
 * Opens a connection that has received a response and waits for the next request. The server ends it when it stops. For a
 * minute after that the system does not reuse the port, so nothing else can listen there.
 */
export async function openIdleConnection({ port }: Listening): Promise<RawConnection> {
  const connection = connectionForTest(port);
  connection.write(encode({ method: 'GET', target: '/nothing' }));
  await connection.read();
  return connection;
}

/** Sends the head of a request. The server has accepted it, and waits for a body of two bytes. */
export async function beginRequest({ port }: Listening, request: Request): Promise<RawConnection> {
  const connection = connectionForTest(port);
  const headers = [
    ['Content-Type', 'application/json'],
    ['Content-Length', '2'],
    ['Expect', '100-continue'],
    ...(request.headers ?? []),
  ] as const;
  connection.write(encode({ ...request, headers }));
  expect((await connection.read()).status).toBe(100);
  return connection;
}
