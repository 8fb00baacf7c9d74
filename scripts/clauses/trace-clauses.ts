import { readFile } from 'node:fs/promises';
import { checks, responseChecks } from '../../conformance/suite/catalogue.ts';
import { facts } from './facts.ts';
import { readClauses, sourcePath } from './read-clauses.ts';

export type Trace = Awaited<ReturnType<typeof readTraces>>[number];

export async function readTraces() {
  const clauses = readClauses(await readFile(sourcePath, 'utf8'));
  const decisions = readDecisions(await readFile('docs/test/decisions.md', 'utf8'));
  const shown = [...checks, ...responseChecks].filter(({ basis }) => basis === 'shown');
  return clauses.map((clause) => {
    const { id, section, words } = clause;
    const sentences = words.flatMap((text) => text.split(/(?<=\.) /));
    return {
      clause,
      /** Whether its own words show something that a check can test. */
      shows: sentences.some((sentence) => !isOpen(sentence)),
      /** Whether its own words leave something open: "not shown". */
      leavesOpen: sentences.some(isOpen),
      facts: facts.filter((fact) => fact.clauses.includes(id)),
      checks: shown.filter(({ source }) => source === id),
      /** The checks that name its whole section, and so test it too. */
      sectionChecks: id === section ? [] : shown.filter(({ source }) => source === section),
      /** The slugs of the decisions that quote it. */
      decisions: [...decisions].filter(([, quoted]) => quoted.includes(id)).map(([slug]) => slug),
    };
  });
}

const isOpen = (sentence: string) => /not shown\.$/.test(sentence);

/** The clauses that each decision of `docs/test/decisions.md` quotes: its slug, and the ids after `§` in its paragraph "Source". */
export function readDecisions(markdown: string): ReadonlyMap<string, readonly string[]> {
  const sections = [...markdown.matchAll(/^## (\S+)\n+\*\*Source\.\*\* (.*?)\n\n/gms)];
  return new Map(sections.map(([, slug = '', source = '']) => [slug, quotedIn(source)]));
}

const quotedIn = (text: string) =>
  Array.from(text.matchAll(/§ (\d+(?:\.\d+)*)(?: `([\w.]+)`)?/g), ([, section = '', row]) =>
    row === undefined ? section : `${section}-${row}`,
  );

/** Why no check names a clause that shows something: the clauses that say the same, or a sentence. */
export const untested: Readonly<Record<string, readonly string[] | string>> = {
  '0.1': 'It is about the document.',
  '0.2': 'The base address is an argument of the test command.',
  '1.2': ['4.2'],
  '1.4': ['2.1'],
  '5.1': ['4.1'],
  '5.2': ['4.1', '2.2-access_token'],
};

/** Why no decision fills what a clause leaves open. */
export const undecided: Readonly<Record<string, string>> = {
  '1.5': 'The contract has no other operations.',
  '6': 'The contract has no events.',
};
