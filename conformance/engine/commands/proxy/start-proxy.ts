import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { proxyLimits } from '../../bounded/limits.ts';
import type { Target } from '../../http/target.ts';
import { ownNames, refusalOf } from './own-address.ts';
import { type ChangeResponse, passThrough, sendError } from './pass-through.ts';
import { passUpgrade, refuse } from './pass-upgrade.ts';
import type { Judge } from './start-judge.ts';

interface ProxyOptions {
  readonly host: string;
  readonly port: number;
  readonly judge: Pick<Judge, 'take' | 'leaveOut'>;
  readonly change?: ChangeResponse;
}

/** Passes requests on as they come. `judge` gets a copy of the beginning of each, and of its response. */
export async function startProxy(target: Target, { host, port, judge, change }: ProxyOptions) {
  const isOwn = ownNames(host);
  const underWay = new Set<Promise<void>>();
  /** Connections with another protocol, which the server no longer knows. */
  const changed = new Set<Duplex>();

  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const isJudged = underWay.size < proxyLimits.copied;
    if (!isJudged) judge.leaveOut('too many requests were under way');
    const passing = passThrough(
      request,
      response,
      target,
      isJudged ? judge.take : undefined,
      change,
    )
      .catch(() => void response.destroy())
      .finally(() => underWay.delete(passing));
    underWay.add(passing);
  };

  // A large upload takes as long as it takes.
  const server = createServer(
    { requestTimeout: 0, maxHeaderSize: proxyLimits.headBytes },
    (request, response) => {
      const refusal = refusalOf(request, isOwn);
      if (refusal !== undefined) return sendError(response, refusal.status, refusal.message);
      pass(request, response);
    },
  );
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => {});
    const refusal = refusalOf(request, isOwn);
    if (refusal !== undefined) return refuse(socket, refusal.status, refusal.message);
    judge.leaveOut('the protocol was changed');
    changed.add(socket);
    socket.once('close', () => changed.delete(socket));
    passUpgrade(request, socket, head, target).catch(() => socket.destroy());
  });
  await once(server.listen(port, host), 'listening');
  return {
    // The address for clients. A server that listens on a port has an address of this kind.
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    /** Ends all connections. The judge has its copies then. */
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const socket of changed) socket.destroy();
      await closed;
      await Promise.all(underWay);
    },
  };
}
