import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/server/database.ts';

/** A link to a database, over a Unix socket that a test can remove and restore. Its `database` is the URL by way of the link. */
export async function linkTo(database: string) {
  const { hostname, port } = new URL(database);
  const folder = temporaryFolder();
  const clients = new Set<Socket>();
  let cutsAt: string | undefined;
  const server = createServer((client) => {
    clients.add(client);
    client.on('data', (bytes) => {
      if (cutsAt !== undefined && bytes.includes(cutsAt)) client.destroy();
    });
    forward(client, connect(Number(port), hostname));
  });
  const listen = async () =>
    void (await once(server.listen(join(folder, '.s.PGSQL.5432')), 'listening'));
  const cut = async () => {
    server.close();
    for (const client of clients) client.destroy();
  };
  await listen();
  onTestFinished(cut);
  const cutAt = (text: string) => (cutsAt = text);
  return { database: throughFolder(database, folder), cut, cutAt, restore: listen };
}

/** The URL of a database by way of a Unix socket in a folder. A URL without a host has no place for a user. */
export function throughFolder(database: string, folder: string, port = '5432'): string {
  const { username, password, pathname, searchParams } = new URL(database);
  for (const [key, value] of Object.entries({ host: folder, port, user: username, password }))
    searchParams.set(key, value);
  return `postgres://${pathname}?${searchParams}`;
}

/** Joins two connections, of which each ends with the other. */
export function forward(client: Socket, upstream: Socket): void {
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    from.pipe(to);
    from.on('error', () => {}).on('close', () => to.destroy());
  }
}
