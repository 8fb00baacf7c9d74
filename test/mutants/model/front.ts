import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A careless proxy in front of a model: what comes in one piece is rewritten as text of one octet a character, so that the
 * model gets to see requests that Node itself would refuse.
 */
export function createFront(port: number, rewrite: (text: string) => string): Server {
  return createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    client.on('data', (octets: Buffer) => upstream.write(rewrite(octets.toString('latin1')), 'latin1'));
    upstream.pipe(client);
    client.on('end', () => upstream.end());
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as [Socket, Socket][]) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  });
}
