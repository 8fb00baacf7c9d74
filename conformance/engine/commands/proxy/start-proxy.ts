import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { proxyLimits } from '../../bounded/limits.ts';
import { rememberIssued, secretName } from '../../document/issued-secrets.ts';
import { carriedValues, cookiesIn, queryOf } from '../../document/named-values.ts';
import type { Exchange } from '../../http/exchange.ts';
import { headerOf } from '../../http/request.ts';
import type { Target } from '../../http/target.ts';
import type { Secrets } from '../../secrets.ts';
import type { RunnableSuite } from '../../suite.ts';
import { ownNames, refusalOf } from './own-address.ts';
import { passThrough, sendError } from './pass-through.ts';
import { passUpgrade, refuse } from './pass-upgrade.ts';

/** Requests at a time of which a copy is kept, of up to 2 MiB. */
const maxUnderWay = 64;

interface ProxyOptions {
  readonly host: string;
  readonly port: number;
  readonly secrets: Secrets;
  readonly suites: readonly RunnableSuite[];
  /** Gets the bug that kept an exchange from being judged. */
  readonly onBug: (error: unknown) => void;
}

/** Passes requests on as they come. The listeners of the target inspect every exchange. */
export async function startProxy(
  target: Target,
  { host, port, secrets, suites, onBug }: ProxyOptions,
) {
  const stopLearning = target.listen((exchange) => learnSecrets(exchange, secrets, suites));
  const isOwn = ownNames(host);
  let underWay = 0;
  let unjudged = 0;

  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const isJudged = underWay < maxUnderWay;
    if (!isJudged) unjudged += 1;
    underWay += 1;
    try {
      await passThrough(request, response, target, isJudged, (error) => {
        unjudged += 1;
        onBug(error);
      });
    } finally {
      underWay -= 1;
    }
  };

  // A large upload takes as long as it takes.
  const server = createServer(
    { requestTimeout: 0, maxHeaderSize: proxyLimits.headBytes },
    (request, response) => {
      const refusal = refusalOf(request, isOwn);
      if (refusal !== undefined) return sendError(response, refusal.status, refusal.message);
      pass(request, response).catch(() => response.destroy());
    },
  );
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => {});
    const refusal = refusalOf(request, isOwn);
    if (refusal !== undefined) return refuse(socket, refusal.status, refusal.message);
    unjudged += 1;
    passUpgrade(request, socket, head, target).catch(() => socket.destroy());
  });
  await once(server.listen(port, host), 'listening');
  return {
    // The address for clients. A server that listens on a port has an address of this kind.
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    /** How many requests were passed on without being judged. */
    unjudged: () => unjudged,
    close: async () => {
      stopLearning();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
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
