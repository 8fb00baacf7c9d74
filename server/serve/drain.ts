import { once } from 'node:events';
import type { Server } from 'node:http';

/**
 * Closes a connection after the response to a request that was running when the server stopped, instead of after the
 * keep-alive timeout.
 */
export function closeAfterLastResponse(server: Server): void {
  server.on('request', (_request, response) => {
    response.on('close', () => {
      if (!server.listening) server.closeIdleConnections();
    });
  });
}

/** Accepts no more connections, lets running requests finish, and closes all connections after `timeoutMs`. */
export async function drain(server: Server, timeoutMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const timeout = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearTimeout(timeout);
}

/** Runs all closers in order, even if some fail. @throws the first error, after all have run */
export async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers) await close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
