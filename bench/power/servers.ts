import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listeningUrl } from '../../server/http/node-server.ts';
import {
  crudDocument,
  crudServer,
  type Fault,
} from '../../test/conformance/document/crud-server.ts';
import type { Given } from './tools.ts';

export interface Subject extends Given {
  stop(): Promise<void>;
}

/** The store of parts with integer ids that has records at the start, in this process, with or without a planted fault. */
export async function startStore(fault?: Fault): Promise<Subject> {
  const { listener } = crudServer({ ids: 'integers', filled: true }, fault);
  const server = createServer((request, response) => {
    listener(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = listeningUrl(server);
  const document = JSON.parse(crudDocument({ ids: 'integers' }));
  document.paths['/parts/{id}'].parameters[0].example = 1;
  return {
    ...(await given(url, document)),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function given(url: string, document: object): Promise<Given> {
  const folder = await mkdtemp(join(tmpdir(), 'power-'));
  const path = join(folder, 'openapi.json');
  await writeFile(path, JSON.stringify({ ...document, servers: [{ url }] }));
  return { url, document: path, folder };
}
