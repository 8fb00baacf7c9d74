import type { Inspection } from '../../server/store/backup/inspect.ts';

/** What is in a database, a line each. */
export function describeInspection({
  schema,
  age,
  accounts,
  activeKeys,
  events,
  newestEventAt,
}: Inspection): string {
  const newest = newestEventAt === undefined ? '' : `, the newest of ${toTime(newestEventAt)}`;
  return [
    `schema       ${schema ?? 'none'}${age === 'older' ? ', of an earlier release' : ''}`,
    `accounts     ${accounts}`,
    `active keys  ${activeKeys}`,
    `events       ${events}${newest}`,
  ].join('\n');
}

export function toTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().replace('T', ' ').slice(0, 19)} UTC`;
}
