/**
 * Adds long time-outs to the URL of a PostgreSQL database, so that nothing times out because the machine is slow. A test of
 * time-outs sets its own in `parameters`; `undefined` keeps the default of the service.
 */
export function withLongTimeouts(
  database: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
): string {
  const url = new URL(database);
  for (const [name, value] of Object.entries({ ...longTimeouts, ...parameters })) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}

// Five minutes, like the time-out of a test: in seconds, and in milliseconds.
const longTimeouts = {
  connect_timeout: '300',
  lock_timeout: '300000',
  statement_timeout: '300000',
  idle_in_transaction_session_timeout: '300000',
  query_timeout: '300000',
};
