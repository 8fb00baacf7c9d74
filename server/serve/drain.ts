import { once } from 'node:events';
import type { Server } from 'node:http';

/**
 * Has a connection whose request was still under way when the server stopped end with its answer, and not when keeping it
 * alive times out.
 */
export function endConnectionsWithTheirAnswers(server: Server): void {
  server.on('request', (_request, response) => {
    response.on('close', () => {
      if (!server.listening) server.closeIdleConnections();
    });
  });
}

/** Takes no more connections, lets requests under way finish, and cuts off what is not done after `patienceMs`. */
export async function drain(server: Server, patienceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearTimeout(impatience);
}

/** Closes one after the other, whatever fails on the way. @throws the first of the failures, when all were tried */
export async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers) await close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
