import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { defaultLimits } from '../server/http/limits.ts';
import type { Log } from '../server/http/log.ts';
import { Problem } from '../server/http/problem.ts';
import { createSite, isOnSite, type SendFromSite } from '../server/http/site/site.ts';
import { announcedOn } from '../server/http/steps/deprecation.ts';
import { createTraceId } from '../server/http/steps/trace.ts';
import { createNodeServer, listeningUrl } from '../server/http/transport/node-server.ts';
import { normaliseTarget } from '../server/http/transport/target.ts';
import { rejectUnparsed, sendRaw } from '../server/http/transport/unparsed.ts';
import type { Mock } from './create-mock.ts';
import { ConnectionReset } from './mock-error.ts';
import { seededRandom } from './seeded-random.ts';

/** A mock that listens, until it is closed. */
export interface MockServer {
  /** Without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Where a mock listens; 127.0.0.1 and any free port unless given. */
export interface ListenOptions {
  readonly host?: string;
  /** 0 for any free port. */
  readonly port?: number;
  /** The folder of the built docs; the package's own unless given. */
  readonly docsFolder?: string | undefined;
}

/** The mock on a port. @throws Node's own error when the port cannot be had. */
export async function startMockServer(
  mock: Mock,
  { host = '127.0.0.1', port = 0, docsFolder }: ListenOptions = {},
): Promise<MockServer> {
  const site = createSite(docsFolder);
  const server = createNodeServer(defaultLimits, (request, response) =>
    answer(mock, site, request, response),
  );
  rejectUnparsed(server, { random: seededRandom(Date.now()), log: quiet });
  await once(server.listen(port, host), 'listening');
  return { url: listeningUrl(server), close: () => close(server) };
}

async function answer(
  mock: Mock,
  site: SendFromSite,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
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
    const target = normaliseTarget(request.url ?? '') ?? '';
    if (isOnSite(target) && (await site(request, response, target))) return;
    const { status, headers, body } = await mock.exchange(request, transport);
    const length = status === 204 ? {} : { 'Content-Length': Buffer.byteLength(body) };
    response.writeHead(status, { ...headers, ...length }).end(body);
  } catch (error) {
    if (error instanceof ConnectionReset || response.headersSent || response.closed)
      return void request.socket.resetAndDestroy();
    // A fault of the mock: it says so, and goes on for the other tests that use it.
    process.emitWarning(error instanceof Error ? error : String(error));
    const problem = new Problem('internal_error', { headers: announcedOn(response) });
    sendRaw(request.socket, problem, createTraceId(seededRandom(Date.now())));
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
