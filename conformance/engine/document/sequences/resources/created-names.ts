import { createHash } from 'node:crypto';
import type { CheckContext } from '../../../check.ts';
import { uuidOf } from '../../values/uuid-of.ts';

const tokenPattern = /t[0-9a-f]{7}/g;

/** After the names of this many runs, the time makes names new. */
const sameRounds = 3;

/** The names of what is created: the same ones in every run with a seed, unless the server has those of an earlier run. */
export function createNames({ seed, clock }: CheckContext) {
  const counts = new Map<string, number>();
  const tokens = new Set<string>();
  const invented = new Set<unknown>();
  let round = 0;
  /** A word for a new name: another one at each call. */
  const token = (about: string): string => {
    counts.set(about, (counts.get(about) ?? 0) + 1);
    const name = `${seed} ${round === 0 ? '' : round}${about} ${counts.get(about)}`;
    const word = `t${createHash('sha256').update(name).digest('hex').slice(0, 7)}`;
    tokens.add(word);
    invented.add(uuidOf(word));
    return word;
  };
  /** A text with other words instead of those that this run invented. */
  const withOthers = (text: string) =>
    text.replace(tokenPattern, (word) => (tokens.has(word) ? token(word) : word));
  return {
    /** A text without the words that this run invented: what is the same in all requests with new names. */
    withoutThem: (text: string) =>
      text.replace(tokenPattern, (word) => (tokens.has(word) ? '\0' : word)),
    withOthers,
    token,
    /** An id in the form of another, which is on no server. Undefined: others may have such an id. */
    inventLike: (id: string): string | undefined => {
      const word = token('unknown id');
      const other = inTheFormOf(id, word) ?? withOthers(id);
      if (other === id) return undefined;
      invented.add(other);
      return other;
    },
    /** Whether a text has a word that this run invented. */
    isNamed: (text: string) => [...text.matchAll(tokenPattern)].some(([word]) => tokens.has(word)),
    /** Whether it is an id that this run invented, which nothing on the server has yet. */
    isInvented: (value: unknown) => invented.has(value),
    /** Changes whenever the server has shown that it has the names of an earlier run. */
    round: () => round,
    /** Called when names of this round exist already. Returns whether there are others. */
    renew: (given: number): boolean => {
      if (given < round) return true;
      if (round > sameRounds) return false;
      round = round < sameRounds ? round + 1 : clock.now();
      return true;
    },
  };
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** No server counts that far. */
const highest = 2 ** 31 - 1;
const lastNumbers = 1_000_000;

/** A UUID, a number, or the digits of a hash, as an id is one. */
function inTheFormOf(id: string, word: string): string | undefined {
  if (uuid.test(id)) return uuidOf(word);
  const hash = createHash('sha256').update(word).digest();
  if (/^\d+$/.test(id) && Number(id) < highest - lastNumbers)
    return String(highest - (hash.readUInt32BE(0) % lastNumbers));
  return /^[0-9a-f]{24,64}$/.test(id) ? hash.toString('hex').slice(0, id.length) : undefined;
}
