// Run by a test as a process of its own: checkpoints a database as fast as it can, until it is killed.
import { Sqlite } from '../../../server/store/sqlite/sqlite.ts';

const sqlite = new Sqlite(process.argv[2] ?? '');
const checkpoint = sqlite.prepare('pragma wal_checkpoint(passive)');
process.stdout.write('ready\n');
for (;;) checkpoint.all();
