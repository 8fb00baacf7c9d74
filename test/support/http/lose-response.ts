import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type Listening, type Request, sendRequest } from './send-request.ts';

/**
 * Sends a request over a link that is cut when the first byte of the response arrives, so that the client gets none of it.
 * Resolves when the client has lost the connection.
 */
export async function loseResponse({ port }: Listening, request: Request): Promise<void> {
  const link = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    client.pipe(server);
    const cut = () => {
      client.resetAndDestroy();
      server.destroy();
    };
    server.once('data', cut).on('error', cut).on('close', cut);
    client.on('error', cut);
  });
  await once(link.listen(0, '127.0.0.1'), 'listening');
  try {
    // A server that listens on a port has an address of this kind.
    const response = await sendRequest({ port: (link.address() as AddressInfo).port }, request).then(
      ({ httpStatus }) => httpStatus,
      () => undefined,
    );
    if (response !== undefined) throw new Error(`the response ${response} was not lost`);
  } finally {
    link.close();
  }
}
