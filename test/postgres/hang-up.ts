import { tamper } from '../support/server/database.ts';

export const nameOf = (database: string) => new URL(database).pathname.slice(1);

/** Runs a statement on the server's own database, in which nobody is disturbed. */
export function command(database: string, statement: string): Promise<void> {
  const { href } = Object.assign(new URL(database), { pathname: '/postgres' });
  return tamper(href, statement);
}

/** What the server does to all who are connected to the database, as when it shuts down; resolves when they are gone. */
export const hangUp = (database: string) =>
  command(
    database,
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${nameOf(database)}'`,
  );
