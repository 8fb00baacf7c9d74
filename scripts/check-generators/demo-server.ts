import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { root } from '../linters.ts';

export interface DemoServer {
  /** What the clients need: base address, identity, password. */
  readonly credentials: readonly [url: string, identity: string, password: string];
  readonly stop: () => Promise<void>;
}

/** Runs `account-access serve --demo` on a free port, with a new database in the folder. */
export async function startDemoServer(folder: string): Promise<DemoServer> {
  const command = [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'bin/account-access.ts')];
  const options = [
    'serve',
    '--demo',
    '--json',
    '--port',
    '0',
    '--database',
    join(folder, 'demo/accounts.db'),
  ];
  const server = spawn(process.execPath, [...command, ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(server, 'close');
  // Also when this process ends without `stop`, because of an error.
  process.once('exit', () => server.kill());
  const lines = createInterface(server.stdout);
  const line = await Promise.race([once(lines, 'line'), ended.then(() => undefined)]);
  if (line === undefined) throw new Error('`serve --demo` has ended before it listened');
  const { identity, password } = demoAccounts.plain;
  return {
    credentials: [JSON.parse(line[0]).url, identity, password],
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
    },
  };
}
