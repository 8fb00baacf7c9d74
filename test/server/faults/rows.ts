import Libsql from 'libsql';
import { onTestFinished } from 'vitest';

/** Reads every row of a database, as any process would see it. What is counted of guesses is no part of it. */
export function rowsOf(database: string): () => unknown {
  const connection = new Libsql(database);
  onTestFinished(() => {
    connection.close();
  });
  const tables = connection
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all()
    // The query names one column.
    .map((row) => (row as { name: string }).name)
    .filter((name) => name !== 'brakes');
  return () => tables.map((name) => [name, connection.prepare(`select * from "${name}"`).all()]);
}
