import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface Mock {
  readonly url: string;
  stop(): Promise<void>;
}

/** Prism on a document, on a free port. */
export async function startPrism(document: string): Promise<Mock> {
  const port = await freePort();
  const command = fileURLToPath(new URL('../../../node_modules/.bin/prism', import.meta.url));
  const child = spawn(process.execPath, [command, 'mock', '-p', String(port), '-h', '127.0.0.1', document], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 150; tries += 1) {
    try {
      await fetch(url);
      return {
        url,
        stop: async () => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          child.kill('SIGKILL');
          await once(child, 'exit');
        },
      };
    } catch {
      await pause(100);
    }
  }
  child.kill('SIGKILL');
  throw new Error('Prism did not start');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
