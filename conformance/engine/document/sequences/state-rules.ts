import { escapePattern } from '../../escape-pattern.ts';
import type { Operation } from '../model/operation.ts';
import { sameWord } from './resources/names.ts';

/** What a document says in words about the states in which an operation can be used. */
export interface StateRules {
  /** The states from which an operation leads to another. Undefined: the document does not say. */
  requiredBy(operation: Operation): ReadonlySet<string> | undefined;
  /** Whether nothing leads out of a state: "A cancelled one stays cancelled". */
  isFinal(state: string): boolean;
  /** Whether a chain such as "draft → review → published" has states between the two. */
  isLeap(from: string, to: string): boolean;
}

const escaped = (word: string) => escapePattern(word).replace(/_/g, '[_ -]');

/** `about`: what the document says about the resource, its state, and what is done to it. `noun`: what it calls one. */
export function stateRules(
  states: readonly string[],
  about: string,
  noun: string | undefined,
): StateRules {
  const word = `(?:${states.map(escaped).join('|')})`;
  const stays = new RegExp(`\\b(${word})\\b[^.;→]{0,30}\\b(?:stays?|remains?) \\1\\b`, 'gi');
  const final = new RegExp(`\\b(${word})\\b (?:is|are) (?:final|terminal)\\b`, 'gi');
  const chains = chainsIn(states, about);
  const named = (text: string) =>
    states.filter((state) => new RegExp(`^${escaped(state)}$`, 'i').test(text));
  const ends = new Set([
    ...[...about.matchAll(stays)].flatMap(([, state = '']) => named(state)),
    ...[...about.matchAll(final)].flatMap(([, state = '']) => named(state)),
  ]);
  // "Ship a paid order", "Cancels a pending or confirmed booking", "Only open tickets can be closed".
  const required = new RegExp(
    `\\b(?:an?|only|each|every) (${word}(?:(?:,| or|, or) ${word})*) ((?:[a-z]+ ?){1,2})`,
    'gi',
  );
  const isAbout = (words: string) =>
    noun !== undefined && words.split(' ').some((one) => sameWord(one.toLowerCase(), noun));
  return {
    requiredBy: ({ summary, description }) => {
      const said = [summary, ...description.split('.').filter((one) => /\bonly\b/i.test(one))];
      const found = said.flatMap((text) =>
        [...text.matchAll(required)].flatMap(([, listed = '', words = '']) =>
          isAbout(words) ? listed.split(/,? or |, ?/i).flatMap(named) : [],
        ),
      );
      return found.length === 0 ? undefined : new Set(found);
    },
    isFinal: (state) => ends.has(state),
    isLeap: (from, to) =>
      chains.some((chain) => {
        const [start, end] = [chain.indexOf(from), chain.indexOf(to)];
        return start !== -1 && end > start + 1;
      }),
  };
}

/** "draft → review → published", of states that are all known. */
function chainsIn(states: readonly string[], about: string): string[][] {
  const arrow = /\s*(?:→|⟶|-+>|=+>)\s*/;
  const chains = about.split(/[\n.;,()]/).map((part) =>
    part.split(arrow).map((text, at, all) => {
      const words = text.trim().replace(/["'`]/g, '').split(/\s+/);
      return (at === 0 ? words.at(-1) : at === all.length - 1 ? words[0] : words.join(' ')) ?? '';
    }),
  );
  return chains.filter(
    (chain) => chain.length > 2 && chain.every((state) => states.includes(state)),
  );
}
