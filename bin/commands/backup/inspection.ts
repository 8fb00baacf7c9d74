import type { Inspection } from '../../../operator/backup/inspect.ts';

/** Describes the content of a database, one fact per line. */
export function describeInspection({
  schema,
  age,
  accounts,
  activeKeys,
  events,
  newestEventAt,
}: Inspection): string {
  const newest = newestEventAt === undefined ? '' : `, the newest from ${toTime(newestEventAt)}`;
  return [
    `schema       ${schema ?? 'none'}${age === 'older' ? ', from an earlier release' : ''}`,
    `accounts     ${accounts}`,
    `active keys  ${activeKeys}`,
    `events       ${events}${newest}`,
  ].join('\n');
}

/** The same for `--json`. */
export function contentOf({ schema, age, accounts, activeKeys, events, newestEventAt }: Inspection) {
  return { schema, age, accounts, activeKeys, events, newestEventAt };
}

export function toTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().replace('T', ' ').slice(0, 19)} UTC`;
}
