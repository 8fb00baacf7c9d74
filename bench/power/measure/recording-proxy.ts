import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createPathMatcher, pathOf } from '../../../conformance/engine/index.ts';
import { listeningUrl } from '../../../server/http/node-server.ts';

/** What went through the proxy. */
export interface Traffic {
  /** A line for each response, such as `201 POST /books`. */
  readonly lines: string[];
  /** How often each operation, such as `GET /books/{id}`, got each status. */
  readonly operations: Map<string, Map<number, number>>;
}

export interface RecordingProxy {
  /** With the path of the server's base URL. */
  readonly url: string;
  readonly traffic: Traffic;
  stop(): Promise<void>;
}

/**
 * Stands between a tool and a server, and counts, so that each tool is measured in the same way.
 *
 * @param operations such as `GET /books/{id}`
 * @param added headers that the proxy adds to each request
 */
export async function startRecordingProxy(
  serverUrl: string,
  operations: readonly string[],
  added: Readonly<Record<string, string>>,
): Promise<RecordingProxy> {
  const target = { url: new URL(serverUrl), added: Object.entries(added).flat() };
  const prefix = target.url.pathname.replace(/\/$/, '');
  const traffic: Traffic = { lines: [], operations: new Map() };
  const operationOf = createOperationFinder(operations, prefix);
  // Whether a request needs a Host, and when an idle connection ends, is the server's to say.
  const options = { requireHostHeader: false, keepAliveTimeout: 0 };
  const server = createServer(options, (incoming, outgoing) => {
    forward(target, incoming, outgoing, (status) => {
      traffic.lines.push(`${status} ${incoming.method} ${incoming.url}`);
      const operation = operationOf(incoming);
      if (operation !== undefined) count(traffic, operation, status);
    });
  });
  await once(server.listen(0, target.url.hostname), 'listening');
  return {
    url: `${listeningUrl(server)}${prefix}`,
    traffic,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createOperationFinder(operations: readonly string[], prefix: string) {
  const templates = new Set(operations.map((operation) => operation.replace(/^\S+ /, '')));
  const templateOf = createPathMatcher([...templates]);
  const known = new Set(operations);
  return ({ method, url = '' }: IncomingMessage) => {
    const operation = `${method} ${templateOf(pathOf(url.slice(prefix.length)))}`;
    return url.startsWith(prefix) && known.has(operation) ? operation : undefined;
  };
}

interface Target {
  readonly url: URL;
  /** Names and values. */
  readonly added: readonly string[];
}

function forward(
  { url, added }: Target,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  onStatus: (status: number) => void,
): void {
  const { hostname, port } = url;
  const { method, url: path } = incoming;
  const headers = [...incoming.rawHeaders, ...hostOf(incoming, url), ...added];
  const link = linkOf(incoming.socket);
  const options = { hostname, port, method, path, headers, setHost: false, agent: link.agent };
  // Node's types do not know that it takes the headers as it read them, with their case and order.
  const forwarded = request(options as object, (response) => {
    onStatus(response.statusCode ?? 0);
    outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, response.rawHeaders);
    response.pipe(outgoing);
    response.once('error', () => outgoing.destroy());
  });
  forwarded.once('error', () => {
    // The rest of a body that the server no longer reads is dropped.
    if (outgoing.writableFinished) incoming.resume();
    else outgoing.destroy();
  });
  link.isBusy = true;
  const free = () => {
    link.isBusy = false;
    if (link.isClosed) incoming.socket.destroySoon();
  };
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) forwarded.destroy();
    // A response may come before the tool has sent the whole body.
    if (incoming.complete) free();
    else incoming.once('close', free);
  });
  incoming.pipe(forwarded);
}

/** What HTTP/1.0 does not require. It is forwarded as HTTP/1.1. */
const hostOf = ({ httpVersion, headers }: IncomingMessage, { host }: URL) =>
  httpVersion === '1.0' && headers.host === undefined ? ['Host', host] : [];

/** The connection to the server that belongs to one of a tool. */
interface Link {
  readonly agent: Agent;
  isBusy: boolean;
  /** The server has closed it. */
  isClosed: boolean;
}

const links = new WeakMap<Socket, Link>();

/** A tool learns from a connection that the server closes, so each of its connections has one to the server. */
function linkOf(socket: Socket): Link {
  const known = links.get(socket);
  if (known !== undefined) return known;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const link: Link = { agent, isBusy: false, isClosed: false };
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...parameters) => {
    const connection = connect(...parameters);
    connection?.once('close', () => {
      link.isClosed = true;
      // A response that is on its way is passed on first.
      if (!link.isBusy) socket.destroySoon();
    });
    return connection;
  };
  socket.once('close', () => agent.destroy());
  links.set(socket, link);
  return link;
}

function count({ operations }: Traffic, operation: string, status: number): void {
  const statuses = operations.get(operation) ?? new Map<number, number>();
  operations.set(operation, statuses.set(status, (statuses.get(status) ?? 0) + 1));
}
