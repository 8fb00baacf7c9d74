import type { Rule } from '../../conformance/check.ts';
import type { Fact } from './facts.ts';
import type { Clause } from './read-clauses.ts';

/** A clause with everything that follows from it. */
export interface Trace {
  readonly clause: Clause;
  /** Whether its own words show something that a check can test. */
  readonly shows: boolean;
  /** Whether its own words leave something open: "not shown". */
  readonly leavesOpen: boolean;
  readonly facts: readonly Fact[];
  /** The checks that name it. */
  readonly checks: readonly Rule[];
  /** The checks that name its whole section, and so test it too. */
  readonly sectionChecks: readonly Rule[];
  /** The slugs of the decisions that quote it. */
  readonly decisions: readonly string[];
}

interface Given {
  readonly clauses: readonly Clause[];
  readonly facts: readonly Fact[];
  readonly checks: readonly Rule[];
  /** The ids of the clauses that each decision quotes. */
  readonly decisions: ReadonlyMap<string, readonly string[]>;
}

/** Every clause with its facts, its `shown` checks and its decisions. */
export function traceClauses({ clauses, facts, checks, decisions }: Given): readonly Trace[] {
  const shown = checks.filter(({ strength }) => strength === 'shown');
  return clauses.map((clause) => {
    const { id, section, words } = clause;
    const sentences = words.flatMap((text) => text.split(/(?<=\.) /));
    return {
      clause,
      shows: sentences.some((sentence) => !isOpen(sentence)),
      leavesOpen: sentences.some(isOpen),
      facts: facts.filter((fact) => fact.clauses.includes(id)),
      checks: shown.filter(({ source }) => source === id),
      sectionChecks: id === section ? [] : shown.filter(({ source }) => source === section),
      decisions: [...decisions].filter(([, quoted]) => quoted.includes(id)).map(([slug]) => slug),
    };
  });
}

const isOpen = (sentence: string) => /not shown\.$/.test(sentence);
