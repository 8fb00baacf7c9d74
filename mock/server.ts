import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import express, { type Request, type Response } from 'express';
import { guardConnections } from '../server/connections.ts';
import type { Log } from '../server/http/access-log.ts';
import { docs } from '../server/http/docs.ts';
import {
  commonHeaders,
  createTraceId,
  failureEnvelope,
  jsonType,
} from '../server/http/envelope.ts';
import { createNodeServer, listeningUrl } from '../server/http/node-server.ts';
import { Problem } from '../server/http/problem.ts';
import { rejectUnparsed } from '../server/http/unparsed.ts';
import type { Mock } from './create-mock.ts';
import { ConnectionReset } from './mock-error.ts';
import type { Transport } from './transport.ts';

/** A mock that listens on a port until it is closed. */
export interface MockServer {
  /** The base address, with the base path of the mock and without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Where a mock listens. */
export interface ListenOptions {
  /** @default '127.0.0.1' */
  readonly host?: string;
  /** 0 for any free port. @default 0 */
  readonly port?: number;
}

/**
 * Starts the mock on a port.
 *
 * @throws Node's own error when the port is not available.
 * @example
 * const server = await startMockServer(createMock(), { port: 4010 });
 * console.log(server.url); // http://127.0.0.1:4010
 * await server.close();
 */
export async function startMockServer(
  mock: Mock,
  { host = '127.0.0.1', port = 0 }: ListenOptions = {},
): Promise<MockServer> {
  const site = express();
  site.disable('x-powered-by');
  // At the root of the host, whatever the base path: the pages have absolute links.
  site.use(docs(`${mock.basePath}/`));
  const server = createNodeServer();
  guardConnections(server, (request, response) => {
    const isDocs = /^\/(docs(\/.*)?)?$/.test(request.url ?? '');
    // Express makes both its own before it does anything else.
    if (isDocs)
      site(request as Request, response as Response, () => void respond(mock, request, response));
    else void respond(mock, request, response);
  });
  rejectUnparsed(server, { random: randomBytes, log: quiet, observe: nothing });
  await once(server.listen(port, host), 'listening');
  return { url: listeningUrl(server) + mock.basePath, close: () => close(server) };
}

async function respond(
  mock: Mock,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { status, headers, body } = await mock.exchange(request, new NodeTransport(response));
    const length = status === 204 ? undefined : { 'Content-Length': Buffer.byteLength(body) };
    response.writeHead(status, { ...length, ...headers }).end(body);
  } catch (error) {
    fail(error, request, response);
  }
}

function fail(error: unknown, { socket }: IncomingMessage, response: ServerResponse): void {
  if (error instanceof ConnectionReset || response.headersSent || response.closed) {
    socket.resetAndDestroy();
    return;
  }
  // A bug of the mock. It reports the bug, and keeps running for the other tests that use it.
  process.emitWarning(error instanceof Error ? error : String(error));
  const problem = new Problem('internal_error');
  response
    .writeHead(problem.code, { ...commonHeaders, 'Content-Type': jsonType })
    .end(JSON.stringify(failureEnvelope(problem, createTraceId(randomBytes))));
}

// A class, because a getter in an object literal leaves garbage for each request that only a full collection removes.
class NodeTransport implements Transport {
  readonly response: ServerResponse;

  constructor(response: ServerResponse) {
    this.response = response;
  }

  // Made only for the few requests that need it: it takes about a tenth of the processor time of a response.
  get signal() {
    const gone = new AbortController();
    this.response.once('close', () => gone.abort());
    return gone.signal;
  }
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

const nothing = () => {};
const quiet: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
