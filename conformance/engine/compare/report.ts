import type { Suppressed, Suppression } from '../diff/suppressions.ts';
import { onOneLine } from '../escape-controls.ts';
import { nameSome } from '../report/text.ts';
import type { Cause } from './collect-causes.ts';

/** A difference between two servers, with the requests that show it. */
export interface ServerDifference extends Omit<Cause, 'before' | 'after'> {
  /** Shell commands that send the first request that shows it, secrets masked. */
  readonly oldRequest: string;
  readonly newRequest: string;
}

export interface ServerComparison {
  readonly findings: readonly ServerDifference[];
  readonly suppressed: readonly Suppressed<ServerDifference>[];
  readonly unused: readonly Suppression[];
  /** How many responses were compared. */
  readonly responses: number;
  /** How many operations had a response that was compared. */
  readonly operations: number;
  /** `GET /books`: the operations of which nothing could be compared. */
  readonly notCompared: readonly string[];
  /** What the comparison left on the servers. */
  readonly leftovers: readonly string[];
  /** Why nothing, or no more, could be compared. */
  readonly stopReason?: string | undefined;
}

const mostLeftovers = 6;

const words = { breaking: 'break', compatible: 'work', none: '-' };

/** For a terminal: an entry for each cause, the worst first, and what was not compared. */
export function comparisonText(comparison: ServerComparison): string {
  const { findings, suppressed, unused, notCompared, leftovers, stopReason } = comparison;
  const entries = findings.flatMap((found) => {
    const what = `${found.subject}: ${found.change} (${found.why})`;
    return [
      `${words[found.clients].padEnd(7)}  ${onOneLine(what)}`,
      `         in ${places(found)}`,
      `         old: ${onOneLine(found.oldRequest)}`,
      `         new: ${onOneLine(found.newRequest)}`,
    ];
  });
  return [
    ...(entries.length > 0 ? ['CLIENTS  WHAT DIFFERS', ...entries] : []),
    ...suppressed.map((one) =>
      onOneLine(`suppressed: ${one.subject}: ${one.change} (${one.reason})`),
    ),
    ...unused.map(({ at, reason }) => onOneLine(`unused suppression: ${at} (${reason})`)),
    ...(notCompared.length > 0 ? [`not compared: ${notCompared.join(', ')}`] : []),
    ...leftovers.slice(0, mostLeftovers).map((line) => onOneLine(`left behind: ${line}`)),
    ...(leftovers.length > mostLeftovers
      ? [`left behind: ${leftovers.length - mostLeftovers} more (--json lists them)`]
      : []),
    ...(stopReason === undefined ? [] : [onOneLine(`stopped: ${stopReason}`)]),
    summary(comparison),
  ].join('\n');
}

const mostNamed = 2;

function places({ operations, responses }: ServerDifference): string {
  const count = responses === 1 ? '1 response' : `${responses} responses`;
  return `${nameSome(operations, mostNamed)} (${count})`;
}

function summary({ findings, responses, operations, notCompared }: ServerComparison): string {
  const count = (clients: ServerDifference['clients']) =>
    findings.filter((found) => found.clients === clients).length;
  const all = operations + notCompared.length;
  const compared = `${responses} responses of ${operations} of ${all} operations compared`;
  return findings.length === 0
    ? `No difference. ${compared}.`
    : `${count('breaking')} breaking, ${count('compatible')} compatible. ${compared}.`;
}
