import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultLimits } from '../server/http/limits.ts';
import type { Log } from '../server/http/log.ts';
import { Problem } from '../server/http/problem.ts';
import { answerRaw } from '../server/http/raw-answer.ts';
import { createTraceId } from '../server/http/trace.ts';
import { answerUnparsed } from '../server/http/unparsed.ts';
import type { Mock } from './create-mock.ts';
import { ConnectionReset } from './mock-error.ts';
import { seededRandom } from './random.ts';

export interface MockServer {
  /** Without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host?: string;
  /** 0 for any free port. */
  readonly port?: number;
}

/** The mock on a port. @throws Node's own error when the port cannot be had. */
export async function startMockServer(
  mock: Mock,
  { host = '127.0.0.1', port = 0 }: ListenOptions = {},
): Promise<MockServer> {
  const { headerBytes, uriBytes, headersTimeoutMs, requestTimeoutMs } = defaultLimits;
  const server = createServer(
    {
      // As the service has it: up to here the limits are told in the order that the contract gives.
      maxHeaderSize: 2 * (headerBytes + uriBytes),
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 500,
      requireHostHeader: false,
    },
    (request, response) => answer(mock, request, response),
  );
  server.maxHeadersCount = 0;
  answerUnparsed(server, { random: seededRandom(Date.now()), log: quiet });
  await once(server.listen(port, host), 'listening');
  return { url: addressOf(server), close: () => close(server) };
}

async function answer(mock: Mock, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const transport = {
    response,
    // Made only for the few requests that ask for it: it takes about a tenth of an answer's processor time.
    get signal() {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      return gone.signal;
    },
  };
  try {
    const { status, headers, body } = await mock.exchange(request, transport);
    const length = status === 204 ? {} : { 'Content-Length': Buffer.byteLength(body) };
    response.writeHead(status, { ...headers, ...length }).end(body);
  } catch (error) {
    if (error instanceof ConnectionReset || response.headersSent || response.closed)
      return void request.socket.resetAndDestroy();
    // A fault of the mock: it says so, and goes on for the other tests that use it.
    process.emitWarning(error instanceof Error ? error : String(error));
    answerRaw(request.socket, new Problem('internal_error'), createTraceId(seededRandom(Date.now())));
  }
}

function addressOf(server: Server): string {
  // A server that listens on a port has an address of this kind.
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

const nothing = () => {};
const quiet: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
