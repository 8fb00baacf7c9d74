import { readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { demoAccounts } from '../../../server/config/demo-accounts.ts';
import type { Engine } from '../../../server/store/engine.ts';
import { openSqlite } from '../../../server/store/sqlite/open-sqlite.ts';
import { Sqlite } from '../../../server/store/sqlite/sqlite.ts';
import { commandLine } from '../../bin/support/in-process.ts';
import { serveInChild } from '../../support/command/run-command.ts';
import { fakeTimers } from '../../support/server/clock.ts';
import { argumentsOf, temporaryDatabase, temporaryFolder } from '../../support/server/database.ts';
import { beforeExec, failExec } from '../faults/sqlite-faults.ts';

const logSize = (database: string) => statSync(`${database}-wal`).size;

/** The pages of the write-ahead log that were moved into the main file (https://www.sqlite.org/walformat.html, 2.1). */
function movedPages(database: string): number {
  const index = readFileSync(`${database}-shm`);
  return new Uint32Array(index.buffer, index.byteOffset + 96, 1)[0] ?? 0;
}

async function engineOn(database: string): Promise<Engine> {
  const engine = await openSqlite(database);
  onTestFinished(() => engine.close());
  return engine;
}

async function pagesPerCheckpoint({ writeRelaxed }: Engine): Promise<number | undefined> {
  const pragma = sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`;
  const { rows } = await writeRelaxed((on) => pragma.execute(on));
  return rows[0]?.wal_autocheckpoint;
}

test('while a service runs, commands leave the write-ahead log to it', async () => {
  const place = await temporaryDatabase({ isNew: true });
  const { database } = place;
  const service = await serveInChild(['--demo', ...argumentsOf(place)], { cwd: temporaryFolder() });
  const commands = [
    ['backup', join(temporaryFolder(), 'backup.db'), '--database', database],
    ['accounts', 'disable', demoAccounts.plain.identity, ...argumentsOf(place)],
    ['secrets', 'rotate', ...argumentsOf(place)],
  ];
  for (const command of commands) {
    const before = logSize(database);
    expect(await commandLine(command)).toMatchObject({ code: 0 });
    expect(logSize(database), command[0]).toBeGreaterThan(before);
    expect(movedPages(database), command[0]).toBe(0);
  }
  service.signal('SIGTERM');
  expect(await service.ended).toBe(0);
  expect(() => logSize(database)).toThrow('ENOENT');
});

/** Two engines, of which the first may checkpoint, and timers that only the test advances. */
async function twoEngines() {
  fakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { database } = await temporaryDatabase({ isNew: true });
  return { database, first: await openSqlite(database), second: await engineOn(database) };
}

test('a process that runs on takes the right to checkpoint over within seconds', async () => {
  const { first, second } = await twoEngines();
  vi.advanceTimersByTime(5000);
  expect([await pagesPerCheckpoint(first), await pagesPerCheckpoint(second)]).toEqual([4000, 0]);
  await first.close();
  vi.advanceTimersByTime(5000);
  expect(await pagesPerCheckpoint(second)).toBe(4000);
});

test('what other processes write is moved into the main file, too', async () => {
  const { database, first, second } = await twoEngines();
  await second.writeRelaxed((on) =>
    sql`create table ballast as select zeroblob(17000000)`.execute(on),
  );
  expect(movedPages(database)).toBe(0);
  vi.advanceTimersByTime(5000);
  expect(movedPages(database)).toBeGreaterThan(4000);
  await first.close();
});

test('while another process goes on to write, the write-ahead log begins anew', async () => {
  const { database } = await twoEngines();
  const other = new Sqlite(database);
  onTestFinished(() => other.close());
  other.exec('pragma wal_autocheckpoint = 0; create table ballast as select zeroblob(36000000)');
  // When a part of the log has been moved.
  const written = vi.fn(() => other.exec('insert into ballast values (1)'));
  const stop = beforeExec((statement) => statement.endsWith('(restart)') && written());
  vi.advanceTimersByTime(5000);
  stop();
  expect(written).toHaveBeenCalledOnce();
  const size = logSize(database);
  other.exec('insert into ballast values (zeroblob(30000000))');
  expect(logSize(database)).toBe(size);
});

test('a disk that fails while a process takes the right over does not end the process', async () => {
  const { first, second } = await twoEngines();
  await first.close();
  const repair = failExec('wal_autocheckpoint', 'SQLITE_IOERR');
  // The error of a timer would be thrown here.
  vi.advanceTimersByTime(5000);
  repair();
  expect(await pagesPerCheckpoint(second)).toBe(0);
  vi.advanceTimersByTime(5000);
  expect(await pagesPerCheckpoint(second)).toBe(4000);
});

test('a folder that cannot be searched for a while is an outage, and does not end the process', async () => {
  const { database, first: engine } = await twoEngines();
  const [folder, moved] = [dirname(database), join(temporaryFolder(), 'moved')];
  renameSync(folder, moved);
  symlinkSync(folder, folder);
  vi.advanceTimersByTime(5000);
  const error = await engine.write(async () => {}).catch((cause: unknown) => cause);
  expect([error, engine.isOutage(error)]).toEqual([
    expect.objectContaining({ code: 'ELOOP' }),
    true,
  ]);
  rmSync(folder);
  renameSync(moved, folder);
  await engine.write(async () => {});
  await engine.close();
});
