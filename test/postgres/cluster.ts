import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { withLongTimeouts } from '../support/postgres/long-timeouts.ts';
import {
  type Daemon,
  folderOfPostgres,
  runAsPostgres,
  startAsPostgres,
} from '../support/postgres/run-as-postgres.ts';
import { temporaryFolder } from '../support/server/database.ts';
import { serverForTest } from '../support/server/test-server.ts';

/** A service on a database of a cluster, without a limit of keys, until the test ends. */
export const serveOn = (database: string) =>
  serverForTest({
    config: {
      database: withLongTimeouts(database),
      secrets: join(temporaryFolder(), 'secrets'),
      maximumKeys: 1_000_000,
      internal: { listen: '127.0.0.1:0' },
    },
  });

const releases = '/usr/lib/postgresql';

/** Where Debian has all programs of PostgreSQL. The package of npm has three of them. */
function findPrograms(): string | undefined {
  try {
    const [newest] = readdirSync(releases).toSorted((one, other) => Number(other) - Number(one));
    return newest === undefined ? undefined : join(releases, newest, 'bin');
  } catch {
    return undefined;
  }
}

const programs = findPrograms();

/** Whether to skip tests that need PostgreSQL's programs. CI has them. */
export const withoutPrograms = process.env.CI !== 'true' && programs === undefined;

const program = (name: string) => join(programs ?? '', name);

/** A PostgreSQL server of a test, which is durable, and listens on a Unix socket in its folder, so that it needs no port. */
export type Cluster = ReturnType<typeof clusterIn>;

/** Creates a server in the folder, and does not start it. */
export function createCluster(folder = folderOfPostgres()) {
  const flags = [
    '--username=keeper',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--wal-segsize=1',
  ];
  runAsPostgres(program('initdb'), [`--pgdata=${join(folder, 'data')}`, ...flags]);
  return clusterIn(folder);
}

/** Creates a replica that streams from a running server, and does not start it. */
export function createReplica(primary: Cluster, name: string) {
  const folder = folderOfPostgres();
  const data = join(folder, 'data');
  const from = `host=${primary.folder} user=keeper application_name=${name}`;
  const flags = [
    `--dbname=${from}`,
    `--pgdata=${data}`,
    '--checkpoint=fast',
    '--write-recovery-conf',
  ];
  runAsPostgres(program('pg_basebackup'), flags);
  return clusterIn(folder);
}

function clusterIn(folder: string) {
  const data = join(folder, 'data');
  const own = ['listen_addresses=', `unix_socket_directories=${folder}`, 'max_connections=40'];
  let daemon: Daemon | undefined;
  return {
    folder,
    socket: join(folder, '.s.PGSQL.5432'),
    urlOf: (name: string) => `postgres:///${name}?host=${folder}&user=keeper`,
    start: async (settings: readonly string[] = []) => {
      const args = [...own, ...settings].flatMap((setting) => ['-c', setting]);
      daemon = await startAsPostgres(program('postgres'), ['-D', data, ...args], /ready to accept/);
    },
    get daemon(): Daemon {
      if (daemon === undefined) throw new Error('the server was not started');
      return daemon;
    },
    /** Ends the recovery of a replica, which then accepts writes. */
    promote: () => runAsPostgres(program('pg_ctl'), ['promote', '--wait', '-D', data]),
  };
}
