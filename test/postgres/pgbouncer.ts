import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  folderOfPostgres,
  giveToPostgres,
  startAsPostgres,
} from '../support/postgres/run-as-postgres.ts';
import { throughFolder } from './a-link.ts';

/** Whether to skip tests that need PgBouncer. CI has it. */
export const withoutPgBouncer =
  process.env.CI !== 'true' && spawnSync('pgbouncer', ['--version']).status !== 0;

/**
 * Starts PgBouncer with a password, as operators do, on a Unix socket, so that it needs no port. Its `database` is the URL by way of
 * PgBouncer, and `restart` starts it again in the same place.
 */
export async function startPgBouncer(database: string, { poolMode = 'transaction' } = {}) {
  const folder = folderOfPostgres();
  const { hostname, port, username, password, pathname } = new URL(database);
  const name = pathname.slice(1);
  const write = (file: string, text: string) => {
    writeFileSync(join(folder, file), text);
    giveToPostgres(join(folder, file), 0o600);
    return join(folder, file);
  };
  const users = write('users.txt', `"${username}" "${password}"\n`);
  const settings = write(
    'pgbouncer.ini',
    `[databases]
${name} = host=${hostname} port=${port}
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = ${folder}
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${poolMode}
default_pool_size = 3
`,
  );
  const start = () => startAsPostgres('pgbouncer', [settings], /process up/);
  let daemon = await start();
  return {
    database: throughFolder(database, folder, '6432'),
    get daemon() {
      return daemon;
    },
    restart: async () => {
      daemon = await start();
    },
  };
}
