import { chainCount, noHash } from '../../server/store/audit/chain.ts';
import type { Reader } from '../../server/store/engine/engine.ts';
import { type Anchor, type ChainHead, digestOf, toAnchor } from './anchor.ts';
import { type ChainProblem, checkEvent } from './check-event.ts';
import { readChain, readEnd, readHeads, strayChains } from './rows.ts';

export interface ChainReport {
  readonly chain: number;
  /** How many events were found right, from the first on. */
  readonly events: number;
  /** The first thing that is wrong; what comes after it was not looked at. */
  readonly broken?: { readonly sequence: number; readonly problem: ChainProblem };
}

/**
 * - `extended`: all that was there when the anchor was made still is, unchanged.
 * - `shorter`: events that were there are gone.
 * - `different`: other events are in their place, or the anchor is of another database.
 * - `unknown`: a chain is broken before the anchor's end of it.
 */
export type AnchorOutcome = 'extended' | 'shorter' | 'different' | 'unknown';

export interface AuditReport {
  readonly intact: boolean;
  readonly events: number;
  readonly chains: readonly ChainReport[];
  /** Of the log as it was read; none when it is broken. */
  readonly anchor: Anchor | undefined;
  /** One for each anchor that was given. */
  readonly anchors: readonly AnchorOutcome[];
}

export interface VerifyOptions {
  readonly anchors?: readonly Anchor[];
  /** Told how many of how many events have been read. */
  readonly progress?: (done: number, total: number) => void;
}

/**
 * Reads the whole audit, a page at a time, beside a service that goes on writing: what is added meanwhile is read too.
 * Each chain is read on its own; a statement never sees half of a transaction, so a page and an end are never at odds.
 */
export async function verifyAudit(reader: Reader, options: VerifyOptions = {}): Promise<AuditReport> {
  const { anchors = [], progress = () => {} } = options;
  const total = (await readHeads(reader)).reduce((sum, { sequence }) => sum + sequence, 0);
  let before = 0;
  const walks: Walk[] = [];
  for (let chain = 0; chain < chainCount; chain += 1) {
    const wanted = new Set(anchors.map(({ counts }) => counts[chain] ?? 0));
    walks.push(await walkChain(reader, chain, wanted, (done) => progress(before + done, total)));
    before += walks.at(-1)?.report.events ?? 0;
  }
  for (const chain of await strayChains(reader)) walks.push(stray(chain));

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
  /** The hashes at the sequences that anchors ask for. */
  readonly hashes: ReadonlyMap<number, string>;
}

async function walkChain(
  reader: Reader,
  chain: number,
  wanted: ReadonlySet<number>,
  tell: (done: number) => void,
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
      if (end.sequence % 1000 === 0) tell(end.sequence);
    }
    const { head, last } = await readEnd(reader, chain);
    // Added since the last page was read.
    if (last > end.sequence) continue;
    tell(end.sequence);
    if (head === undefined) return walk(end.sequence + 1, 'end_missing');
    if (head.sequence > end.sequence) return walk(end.sequence + 1, 'cut');
    if (head.sequence < end.sequence) return walk(head.sequence + 1, 'beyond_end');
    if (head.hash !== end.hash) return walk(end.sequence, 'end_changed');
    return walk();
  }
}

function stray(chain: number): Walk {
  const end = { sequence: 0, hash: noHash };
  return {
    report: { chain, events: 0, broken: { sequence: 1, problem: 'misplaced' } },
    end,
    hashes: new Map(),
  };
}

function compare({ counts, digest }: Anchor, walks: readonly Walk[]): AnchorOutcome {
  const heads: ChainHead[] = [];
  for (const [chain, sequence] of counts.entries()) {
    const walk = walks[chain];
    const hash = walk?.hashes.get(sequence);
    const problem = walk?.report.broken?.problem;
    if (hash === undefined) return problem === undefined || problem === 'cut' ? 'shorter' : 'unknown';
    heads.push({ sequence, hash });
  }
  return digestOf(heads) === digest ? 'extended' : 'different';
}
