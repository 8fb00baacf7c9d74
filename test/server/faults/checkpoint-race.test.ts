import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { Sqlite } from '../../../server/store/sqlite/sqlite.ts';
import { soaking } from '../../support/which-tests-run.ts';
import { temporaryFolder } from '../store/temporary-store.ts';

// SQLite before 3.51.3 lost rows here after 0.5 to 25 seconds (https://www.sqlite.org/wal.html#walresetbug).
const durationMs = soaking ? 120_000 : 2000;
const rows = 500;
// A loop for each core: the writer then wakes by interrupting one of them, which is what the race needs.
const loops = Math.min(8, Math.max(2, availableParallelism()));

async function startCheckpointLoop(database: string): Promise<void> {
  const script = fileURLToPath(new URL('checkpoint-loop.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, database], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  });
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
  expect(String(line)).toBe('ready\n');
}

const never = new Int32Array(new SharedArrayBuffer(4));
const sleep = (ms: number) => Atomics.wait(never, 0, 0, ms);

test('no committed row is lost while several processes checkpoint at once', {
  timeout: 600_000,
}, async () => {
  const database = join(temporaryFolder(), 'test.db');
  const writer = new Sqlite(database);
  onTestFinished(() => writer.close());
  // Without waiting for the disk, as only other processes matter here.
  writer.exec(`pragma journal_mode = wal; pragma busy_timeout = 5000; pragma synchronous = off;
    pragma wal_autocheckpoint = 0; create table numbers (id integer primary key, value integer, text blob)`);
  const insert = writer.prepare('insert into numbers values (?, 0, zeroblob(3000))');
  for (let id = 0; id < rows; id += 1) insert.run([id]);
  for (let count = 0; count < loops; count += 1) await startCheckpointLoop(database);

  const one = writer.prepare('update numbers set value = ? where id = ?');
  const many = writer.prepare('update numbers set value = ? where id % 5 = ?');
  const expected = Array.from({ length: rows }, () => 0);
  const until = performance.now() + durationMs;
  // A large transaction and then small ones: a checkpoint that still expects the large one would skip the small ones.
  for (let round = 1; performance.now() < until; round += 1) {
    many.run([round, round % 5]);
    for (let id = round % 5; id < rows; id += 5) expected[id] = round;
    sleep(2);
    for (let count = 0; count < 5; count += 1) {
      const id = (round * 31 + count * 97) % rows;
      one.run([round, id]);
      expected[id] = round;
      sleep(1);
    }
    if (round % 50 === 0) {
      expect(valuesIn(database), `round ${round}`).toEqual(expected);
      await nextTurn();
    }
  }
  expect(valuesIn(database)).toEqual(expected);
});

/** As another connection sees them, without what the writer has in memory. */
function valuesIn(database: string): number[] {
  const reader = new Sqlite(database);
  // The query has one column.
  const found = reader.prepare('select value from numbers order by id').all() as { value: number }[];
  reader.close();
  return found.map(({ value }) => value);
}
