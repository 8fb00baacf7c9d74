import {
  auditFormat,
  chainCount,
  chainOf,
  hashEvent,
  noHash,
} from '../../server/store/audit/record-event.ts';
import type { Reader } from '../../server/store/engine.ts';
import type { Schema } from '../../server/store/schema.ts';
import { type Anchor, type ChainHead, digestOf, toAnchor } from './anchor.ts';
import { readChain, readEnd, readHeads, strayChains } from './rows.ts';

export interface ChainReport {
  readonly chain: number;
  /** How many events are valid, from the first on. */
  readonly events: number;
  /** The first problem. Events after it were not checked. */
  readonly broken?: { readonly sequence: number; readonly problem: ChainProblem };
}

/**
 * - `extended`: all events from before the anchor are there, unchanged.
 * - `shorter`: events from before the anchor are gone.
 * - `different`: events were replaced, or the anchor belongs to another database.
 * - `unknown`: a chain has a problem before the end that the anchor recorded.
 */
export type AnchorOutcome = 'extended' | 'shorter' | 'different' | 'unknown';

export interface AuditReport {
  readonly intact: boolean;
  readonly events: number;
  readonly chains: readonly ChainReport[];
  /** The anchor of the log as it was read; `undefined` when the log has a problem. */
  readonly anchor: Anchor | undefined;
  readonly anchors: readonly AnchorOutcome[];
}

export interface VerifyOptions {
  readonly anchors?: readonly Anchor[];
  /** Called with the number of events that were read, and the total. */
  readonly progress?: (done: number, total: number) => void;
}

/** In pages, while a service may write: a statement never sees half a transaction. */
export async function verifyAudit(
  reader: Reader,
  options: VerifyOptions = {},
): Promise<AuditReport> {
  const { anchors = [], progress = () => {} } = options;
  const total = (await readHeads(reader)).reduce((sum, { sequence }) => sum + sequence, 0);
  let before = 0;
  const walks: Walk[] = [];
  for (let chain = 0; chain < chainCount; chain += 1) {
    const wanted = new Set(anchors.map(({ counts }) => counts[chain] ?? 0));
    walks.push(await walkChain(reader, chain, wanted, (done) => progress(before + done, total)));
    before += walks.at(-1)?.report.events ?? 0;
  }
  for (const chain of await strayChains(reader))
    walks.push({
      report: { chain, events: 0, broken: { sequence: 1, problem: 'misplaced' } },
      end: { sequence: 0, hash: noHash },
      hashes: new Map(),
    });

  const chains = walks.map(({ report }) => report);
  const whole = chains.every(({ broken }) => broken === undefined);
  const outcomes = anchors.map((anchor) => compare(anchor, walks));
  return {
    intact: whole && outcomes.every((outcome) => outcome === 'extended'),
    events: before,
    chains,
    anchor: whole ? toAnchor(walks.map(({ end }) => end)) : undefined,
    anchors: outcomes,
  };
}

interface Walk {
  readonly report: ChainReport;
  readonly end: ChainHead;
  /** The hashes at the sequence numbers of the anchors. */
  readonly hashes: ReadonlyMap<number, string>;
}

async function walkChain(
  reader: Reader,
  chain: number,
  wanted: ReadonlySet<number>,
  onProgress: (done: number) => void,
): Promise<Walk> {
  let end: ChainHead = { sequence: 0, hash: noHash };
  let format = 0;
  const hashes = new Map([[0, noHash]]);
  const walk = (sequence?: number, problem?: ChainProblem): Walk => ({
    report: {
      chain,
      events: end.sequence,
      ...(sequence !== undefined && problem !== undefined && { broken: { sequence, problem } }),
    },
    end,
    hashes,
  });

  for (;;) {
    for await (const row of readChain(reader, chain, end.sequence)) {
      const problem = checkEvent(row, end, format);
      if (problem !== undefined) return walk(end.sequence + 1, problem);
      end = { sequence: row.sequence, hash: row.hash };
      format = row.format;
      if (wanted.has(end.sequence)) hashes.set(end.sequence, end.hash);
      if (end.sequence % 1000 === 0) onProgress(end.sequence);
    }
    const { head, first, last } = await readEnd(reader, chain);
    // Events were added since the last page was read.
    if (last > end.sequence) continue;
    onProgress(end.sequence);
    if (first < 1) return walk(first, 'before_start');
    if (head === undefined) return walk(end.sequence + 1, 'end_missing');
    if (head.sequence > end.sequence) return walk(end.sequence + 1, 'cut');
    if (head.sequence < end.sequence) return walk(head.sequence + 1, 'beyond_end');
    if (head.hash !== end.hash) return walk(end.sequence, 'end_changed');
    return walk();
  }
}

function compare({ counts, digest }: Anchor, walks: readonly Walk[]): AnchorOutcome {
  const heads: ChainHead[] = [];
  for (const [chain, sequence] of counts.entries()) {
    const walk = walks[chain];
    const hash = walk?.hashes.get(sequence);
    const problem = walk?.report.broken?.problem;
    if (hash === undefined)
      return problem === undefined || problem === 'cut' ? 'shorter' : 'unknown';
    heads.push({ sequence, hash });
  }
  return digestOf(heads) === digest ? 'extended' : 'different';
}

/**
 * - `missing`: an event before it is gone.
 * - `changed`: the event does not match its hash.
 * - `unlinked`: the event matches its hash, but does not follow the event before it.
 * - `misplaced`: the event belongs to another chain.
 * - `format_unknown`: the hash has a format that this release does not know, or that later events replaced.
 * - `cut`: the last events of the chain are gone.
 * - `before_start`: there are events before the first.
 * - `beyond_end`: there are events after the recorded end of the chain.
 * - `end_changed`, `end_missing`: the recorded end is not the last event, or is missing.
 */
export type ChainProblem =
  | 'missing'
  | 'changed'
  | 'unlinked'
  | 'misplaced'
  | 'format_unknown'
  | 'cut'
  | 'before_start'
  | 'beyond_end'
  | 'end_changed'
  | 'end_missing';

/** What is wrong with the event after `before`, if anything. `format` is that of the event before it. */
function checkEvent(
  row: Schema['audit_events'],
  before: ChainHead,
  format: number,
): ChainProblem | undefined {
  if (row.sequence !== before.sequence + 1) return 'missing';
  if (row.format < format || row.format > auditFormat) return 'format_unknown';
  if (hashEvent(row) !== row.hash) return 'changed';
  if (row.previous_hash !== before.hash) return 'unlinked';
  if (row.chain !== chainOf(row.account_id ?? undefined)) return 'misplaced';
  return undefined;
}
