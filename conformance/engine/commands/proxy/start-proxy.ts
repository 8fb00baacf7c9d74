import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rememberIssued, secretName } from '../../document/credentials.ts';
import { carriedValues, cookiesIn, queryOf } from '../../document/named-values.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type Header, headerOf } from '../../http/request.ts';
import type { Target } from '../../http/target.ts';
import type { Secrets } from '../../secrets.ts';
import type { RunnableSuite } from '../../suite.ts';

interface ProxyOptions {
  readonly host: string;
  readonly port: number;
  readonly secrets: Secrets;
  readonly suites: readonly RunnableSuite[];
}

/** Forwards bodies unchanged. The listeners of the target inspect every exchange. */
export async function startProxy(target: Target, { host, port, secrets, suites }: ProxyOptions) {
  const stopLearning = target.listen((exchange) => learnSecrets(exchange, secrets, suites));
  const server = createServer((request, response) => {
    forward(request, response, target).catch(() => response.destroy());
  });
  await once(server.listen(port, host), 'listening');
  return {
    // The address for clients. A server that listens on a port has an address of this kind.
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      stopLearning();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

// RFC 9110, 7.6.1: headers about one connection are not forwarded.
const hopByHop =
  /^(connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|host|content-length|expect)$/i;
/** The checks cannot read a compressed body. */
const plain: Header = ['Accept-Encoding', 'identity'];

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = 'GET', url = '/', rawHeaders } = request;
  const exchange = await target.send({
    method,
    target: url,
    headers: rawHeaders
      .flatMap((name, at): Header[] => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []))
      .filter(([name]) => !hopByHop.test(name) && !/^accept-encoding$/i.test(name))
      .concat([plain]),
    body: Buffer.concat(chunks),
    // Only the client's headers.
    without: ['user-agent', 'accept'],
  });
  sendResponse(exchange, response);
}

function sendResponse({ response: result, error }: Exchange, response: ServerResponse): void {
  if (result === undefined) {
    response.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(`proxy: ${error?.message ?? 'no response'}\n`);
    return;
  }
  // The body is decoded, unless that was not possible.
  const isCoding = (name: string) =>
    result.unjudged === undefined && /^content-encoding$/i.test(name);
  const headers = result.headers.filter(([name]) => !hopByHop.test(name) && !isCoding(name));
  response.sendDate = false;
  response.writeHead(result.status, result.reason, headers.flat());
  response.end(result.body);
}

/** In a request, these are secret, too. */
const shortName =
  /(^|[-_[:])(auth|sig|pin|otp|pass|passwd|passcode|passkey|pwd)\]?$|[-_]key$|^proxy-authorization$/i;

function learnSecrets(
  exchange: Exchange,
  secrets: Secrets,
  suites: readonly RunnableSuite[],
): void {
  for (const [name, value] of suites.flatMap((suite) => suite.secretsIn?.(exchange) ?? []))
    secrets.remember(name, value);
  // Whatever the document says about them. A suite may have named them already.
  const { request } = exchange;
  const credential = headerOf(request.headers, 'authorization')?.replace(/^\w+ /, '');
  if (credential !== undefined) secrets.remember('CREDENTIAL', credential);
  for (const [, value] of cookiesIn(request.headers)) secrets.remember('COOKIE', value);
  for (const [name, value] of carriedValues(request)) {
    const types = shortName.test(name) ? 'string number' : secretName.test(name) ? 'string' : '';
    if (types.includes(typeof value)) secrets.remember('SECRET', String(value));
  }
  // Of a sign-in with OAuth 2.0 (RFC 6749, 4.1.2), and of some APIs.
  for (const name of ['code', 'key'])
    secrets.remember('PARAMETER', queryOf(request.target).get(name) ?? '');
  rememberIssued(secrets, exchange);
}
