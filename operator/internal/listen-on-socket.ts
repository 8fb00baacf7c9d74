import { once } from 'node:events';
import { lstatSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';

/** Listens on a Unix socket that its owner and their group may use. One that a crash left behind is put away. */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  try {
    await listen(server, path);
  } catch (error) {
    // To connect to a file that is no socket fails just as to a socket that nobody listens on.
    if (codeOf(error) !== 'EADDRINUSE' || !lstatSync(path).isSocket() || (await isAnswering(path)))
      throw error;
    rmSync(path);
    await listen(server, path);
  }
}

async function listen(server: Server, path: string): Promise<void> {
  const listening = once(server, 'listening');
  // The socket is made within the call, so nothing else that is made meanwhile gets this mode.
  const umask = process.umask(0o117);
  try {
    server.listen(path);
  } finally {
    process.umask(umask);
  }
  await listening;
}

async function isAnswering(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    return codeOf(error) !== 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
