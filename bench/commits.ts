import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import pg from 'pg';
import { startPostgres } from '../test/support/postgres-server.ts';
import { type Service, startService } from './commits-service.ts';

/**
 * Durable key generations a second over HTTP, beside what the same disk commits a second one by one; in short turns, so that
 * a busy moment of the machine meets all alike. `npm run bench:commits [folder]`: the folder, by default that for temporary
 * files, says which disk. Linux, as it reads /proc.
 */
const turns = 4;
const turnMs = 800;
// The disks of virtual machines often do not wait for anything. This is what a disk takes that does.
const slowDiskMs = 5;
const never = new Int32Array(new SharedArrayBuffer(4));

const folder = mkdtempSync(join(process.argv[2] ?? tmpdir(), 'account-access-bench-'));
const closers: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
try {
  await compare();
} finally {
  for (const close of closers.reverse()) await close();
}

interface Measure {
  readonly name: string;
  /** The measure of bare commits that it stands beside. */
  readonly raw: string;
  run(): Promise<Figures>;
}

interface Figures {
  readonly perSecond: number;
  /** Of a processor, in the service, for one of them. */
  readonly cpuMs?: number;
}

async function compare(): Promise<void> {
  const measures = await sqliteMeasures();
  const postgres = await startPostgres({ durable: true });
  if (typeof postgres === 'string') console.log(`PostgreSQL cannot start here: ${postgres}`);
  else {
    closers.push(postgres.stop);
    measures.push(...(await postgresMeasures(postgres.url)));
  }

  for (const { run } of measures) await run();
  const figures = new Map<string, Figures[]>(measures.map(({ name }) => [name, []]));
  for (let turn = 0; turn < turns; turn += 1)
    for (const { name, run } of measures) figures.get(name)?.push(await run());

  const [cpu] = cpus();
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpu?.model}, medians of ${turns} turns of ${turnMs} ms\n`,
  );
  console.log(`${''.padEnd(56)}a second   of bare commits   ms of CPU each`);
  const perSecond = (name: string) => median((figures.get(name) ?? []).map((figure) => figure.perSecond));
  for (const { name, raw } of measures) {
    const cpuMs = median((figures.get(name) ?? []).flatMap((figure) => figure.cpuMs ?? []));
    const ratio = (perSecond(name) / perSecond(raw)).toFixed(2);
    const columns = [perSecond(name).toFixed(0).padStart(8), ratio.padStart(18)];
    console.log(name.padEnd(56), ...columns, name === raw ? '' : cpuMs.toFixed(2).padStart(14));
  }
}

async function sqliteMeasures(): Promise<Measure[]> {
  const service = await startService(closers, join(folder, 'service.db'), join(folder, 'sqlite.secrets'));
  const slowService = await startService(
    closers,
    join(folder, 'slow.db'),
    join(folder, 'slow.secrets'),
    slowDiskMs,
  );
  return [
    ...measuresOf('SQLite', rawSqlite(0), service),
    ...measuresOf(`SQLite, disk ${slowDiskMs} ms slower`, rawSqlite(slowDiskMs), slowService),
  ];
}

async function postgresMeasures(url: string): Promise<Measure[]> {
  const service = await startService(closers, `${url}/migrated`, join(folder, 'postgres.secrets'));
  return measuresOf('PostgreSQL', await rawPostgres(`${url}/postgres`), service);
}

function measuresOf(engine: string, commit: () => Promise<void>, service: Service): Measure[] {
  const raw = `${engine}: bare commits, one by one`;
  const generating = [1, 50].map((connections) => ({
    name: `${engine}: generate, ${connections} connection${connections === 1 ? '' : 's'}`,
    raw,
    run: () => generateFor(service, connections),
  }));
  return [{ name: raw, raw, run: async () => repeat(1, commit) }, ...generating];
}

async function generateFor({ pid, generate }: Service, connections: number): Promise<Figures> {
  // Connections of its own: those of the last turn are closed for being idle.
  const agent = new Agent({ keepAlive: true });
  try {
    const before = cpuMsOf(pid);
    const { perSecond, count } = await repeat(connections, (worker) => generate(agent, worker));
    return { perSecond, cpuMs: (cpuMsOf(pid) - before) / count };
  } finally {
    agent.destroy();
  }
}

/** Processor time so far; Linux counts it in hundredths of a second. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** How often a second `work` is done when so many do it at once. */
async function repeat(workers: number, work: (worker: number) => Promise<void>) {
  const begin = performance.now();
  let count = 0;
  const workOn = async (_: unknown, worker: number) => {
    while (performance.now() < begin + turnMs) {
      await work(worker);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, workOn));
  return { count, perSecond: count / ((performance.now() - begin) / 1000) };
}

function rawSqlite(diskMs: number): () => Promise<void> {
  const sqlite = new Libsql(join(folder, `raw-${diskMs}.db`));
  closers.push(() => {
    sqlite.close();
  });
  for (const pragma of ['journal_mode = wal', 'synchronous = full'])
    sqlite.prepare(`pragma ${pragma}`).all([]);
  sqlite.exec('create table rows (id integer primary key, text text)');
  const insert = sqlite.prepare('insert into rows (text) values (?)');
  return async () => {
    sqlite.exec('begin immediate');
    insert.run(['x'.repeat(200)]);
    sqlite.exec('commit');
    if (diskMs > 0) Atomics.wait(never, 0, 0, diskMs);
  };
}

async function rawPostgres(connectionString: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  closers.push(() => client.end());
  await client.query('create table rows (id bigint generated by default as identity, text text)');
  const values = ['x'.repeat(200)];
  return async () => {
    await client.query({ name: 'insert', text: 'insert into rows (text) values ($1)', values });
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
