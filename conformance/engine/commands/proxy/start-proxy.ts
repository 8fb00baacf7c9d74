import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dataOf } from '../../../suite/checks/support/responses/service-response.ts';
import { isJsonObject } from '../../document/model/pointer.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Header } from '../../http/request.ts';
import type { Target } from '../../http/target.ts';
import type { Secrets } from '../../secrets.ts';
import type { RunnableSuite } from '../../suite.ts';

export interface Proxy {
  /** The address for clients. */
  readonly url: string;
  close(): Promise<void>;
}

export interface ProxyOptions {
  readonly host: string;
  readonly port: number;
  readonly secrets: Secrets;
  /** They find the credentials in requests. */
  readonly suites: readonly RunnableSuite[];
}

/**
 * Forwards requests to the target, with bodies unchanged, and its responses to the client. The listeners of the target
 * inspect every exchange.
 */
export async function startProxy(
  target: Target,
  { host, port, secrets, suites }: ProxyOptions,
): Promise<Proxy> {
  const stopLearning = target.listen((exchange) => learnSecrets(exchange, secrets, suites));
  const server = createServer((request, response) => {
    forward(request, response, target).catch(() => response.destroy());
  });
  await once(server.listen(port, host), 'listening');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server)}`,
    close: async () => {
      stopLearning();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Only the checks of every response. A proxy does not send requests of its own. */
export function responseSuites(suites: readonly RunnableSuite[]): RunnableSuite[] {
  return suites.map((suite) => ({ ...suite, checks: [], requiresSuccess: false, start: async () => [] }));
}

// RFC 9110, 7.6.1: headers about one connection are not forwarded.
const hopByHop =
  /^(connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|host|content-length|expect)$/i;

async function forward(request: IncomingMessage, response: ServerResponse, target: Target): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = 'GET', url = '/' } = request;
  const exchange = await target.send({
    method,
    target: url,
    headers: pairs(request.rawHeaders).filter(([name]) => !hopByHop.test(name)),
    body: Buffer.concat(chunks),
    // Only the client's headers.
    without: ['user-agent', 'accept'],
  });
  sendResponse(exchange, response);
}

function sendResponse({ response: result, error }: Exchange, response: ServerResponse): void {
  if (result === undefined) {
    response.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(`account-access proxy: ${error?.message ?? 'no response'}\n`);
    return;
  }
  const headers = result.headers.filter(([name]) => !hopByHop.test(name));
  response.sendDate = false;
  response.writeHead(result.status, result.reason, headers.flat());
  response.end(result.body);
}

function pairs(raw: readonly string[]): Header[] {
  return raw.flatMap((name, at): Header[] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
}

function portOf(server: Server): number {
  // A server that listens on a port has an address of this kind.
  return (server.address() as AddressInfo).port;
}

function learnSecrets(exchange: Exchange, secrets: Secrets, suites: readonly RunnableSuite[]): void {
  const { request } = exchange;
  const body = parse(Buffer.from(request.body).toString());
  const bearer = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  const { access_token: token, api_key: key } = dataOf(exchange);
  for (const [name, value] of [
    ['PASSWORD', body.password],
    ['OTP', body.otp],
    ['ACCESS_TOKEN', bearer?.replace(/^bearer /i, '')],
    ['ACCESS_TOKEN', token],
    ['API_KEY', key],
  ] as const) {
    if (typeof value === 'string') secrets.remember(name, value);
  }
  for (const value of suites.flatMap((suite) => suite.credentialsIn?.(request) ?? []))
    secrets.remember('CREDENTIAL', value);
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    // The body is forwarded anyway. It is only parsed for secrets.
    return {};
  }
}
