import { createHash } from 'node:crypto';
import { chainCount } from '../../server/store/audit/record-event.ts';

export interface ChainHead {
  /** The number of the last event; 0 when there is none. */
  readonly sequence: number;
  readonly hash: string;
}

/** The ends of all chains at one time, as a short text to store where the database's owner cannot write. */
export interface Anchor {
  readonly counts: readonly number[];
  readonly digest: string;
}

export function toAnchor(heads: readonly ChainHead[]): Anchor {
  return { counts: heads.map(({ sequence }) => sequence), digest: digestOf(heads) };
}

/** The lower-case hex SHA-256 of a JSON array of pairs of a count and a hash, by chain, without spaces. */
export function digestOf(heads: readonly ChainHead[]): string {
  const pairs = heads.map(({ sequence, hash }) => [sequence, hash]);
  return createHash('sha256').update(JSON.stringify(pairs)).digest('hex');
}

/** One line: `audit-1`, the counts, the digest. */
export function formatAnchor({ counts, digest }: Anchor): string {
  return `audit-1:${counts.join('.')}:${digest}`;
}

const format = /^audit-1:((?:(?:0|[1-9]\d*)\.)*(?:0|[1-9]\d*)):([0-9a-f]{64})$/;

/** `undefined` stands for what starts like an anchor, but is none that `formatAnchor` writes. */
export function findAnchors(text: string): (Anchor | undefined)[] {
  return (text.match(/\baudit-1:[\w.:]*\w/g) ?? []).map(parseAnchor);
}

function parseAnchor(text: string): Anchor | undefined {
  const [, list, digest] = format.exec(text) ?? [];
  if (list === undefined || digest === undefined) return undefined;
  const counts = list.split('.').map(Number);
  return counts.length === chainCount && counts.every(Number.isSafeInteger)
    ? { counts, digest }
    : undefined;
}
