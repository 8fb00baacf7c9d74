/**
 * The URL of a database on PostgreSQL, of which the service is not to lose its patience because the machine is slow. A test
 * of that says itself how much it has, in `parameters`: `undefined` for what the service has unless it is told.
 */
export function withPatience(
  database: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
): string {
  const url = new URL(database);
  for (const [name, value] of Object.entries({ ...patience, ...parameters })) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}

// Five minutes, as a test has: in seconds, and in milliseconds.
const patience = {
  connect_timeout: '300',
  lock_timeout: '300000',
  statement_timeout: '300000',
  idle_in_transaction_session_timeout: '300000',
  query_timeout: '300000',
};
