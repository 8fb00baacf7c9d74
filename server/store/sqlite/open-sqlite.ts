import type { Engine } from '../engine.ts';
import { migrate } from '../migrate.ts';
import { connect, connectQuick, disconnect } from './connect.ts';
import { isSqliteOutage } from './outage.ts';

/** Opens the SQLite file at `path`, made if it is not there, and brings its schema up to date. @throws StoreError */
export async function openSqlite(path: string): Promise<Engine> {
  const database = await connect(path);
  try {
    await migrate(database);
    // A connection of its own, so that a count that is written with every request costs no wait for the disk.
    const quick = await connectQuick(path);
    return {
      kind: 'sqlite',
      reader: database,
      quick,
      write: (work) => database.transaction().execute(work),
      isOutage: isSqliteOutage,
      close: async () => {
        await quick.destroy();
        await disconnect(database);
      },
    };
  } catch (error) {
    await database.destroy();
    throw error;
  }
}
