import { once } from 'node:events';
import { lstatSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { codeOf } from '../../server/security/error-code.ts';

/** Listens on a Unix socket that its owner and their group may use. A socket that a crash left behind is removed. */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  try {
    await listen(server, path);
  } catch (error) {
    // A connection to a file that is not a socket fails in the same way as one to a socket without a listener.
    if (codeOf(error) !== 'EADDRINUSE' || !lstatSync(path).isSocket() || (await isInUse(path))) throw error;
    rmSync(path);
    await listen(server, path);
  }
}

async function listen(server: Server, path: string): Promise<void> {
  const listening = once(server, 'listening');
  // The call creates the socket before it returns, so no other file gets this mode.
  const umask = process.umask(0o117);
  try {
    server.listen(path);
  } finally {
    process.umask(umask);
  }
  await listening;
}

async function isInUse(path: string): Promise<boolean> {
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
