// Only commits one row at a time to SQLite, with the settings of the service.
import { Sqlite } from '../../server/store/sqlite/sqlite.ts';
import { options, runJobs } from '../processes/child.ts';
import { type LoopJob, loop } from './loop.ts';
import { slowDown } from './slow-disk.ts';

export interface RawSqliteOptions {
  readonly database: string;
  readonly diskMs: number;
}

const { database, diskMs } = options<RawSqliteOptions>();
if (diskMs > 0) slowDown(diskMs);
const sqlite = new Sqlite(database);
for (const pragma of ['journal_mode = wal', 'synchronous = full']) sqlite.prepare(`pragma ${pragma}`).all([]);
sqlite.exec('create table rows (id integer primary key, text text)');
const insert = sqlite.prepare('insert into rows (text) values (?)');
const text = 'x'.repeat(200);
runJobs((job: LoopJob) =>
  loop(job, async () => {
    sqlite.exec('begin immediate');
    insert.run([text]);
    sqlite.exec('commit');
  }),
);
