import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type App, listenerOf } from './app.ts';

/** The address of an app while it is tested. */
export interface ServedApp {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves an app on a free port of the loopback.
 * @param basePath the path of the address, which the app expects before those of its document
 * @throws TypeError if it is no app.
 */
export async function serveApp(app: App, basePath: string): Promise<ServedApp> {
  const server = createServer(await listenerOf(app));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${basePath}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
