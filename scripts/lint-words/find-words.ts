import { type Entry, wordList } from './word-list.ts';

/** A word that the list has, with where it stands: line and column from 1. */
export interface Hit {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly word: string;
  readonly instead: string;
}

// Two characters that no file has: one stands between the words of camelCase, the other for an underscore.
const hump = '\u200b';
const underscore = '\u200c';
const lineBreak = '\\s*\\n[\\t ]*(?:\\*|\\/\\/|#|>)?[\\t ]*';

/**
 * What the list does not apply to: the list itself and its tests, migrations, whose names stay in databases, and the source of
 * the contract, whose words are not ours.
 */
const exempt = /^(test\/)?scripts\/lint-words|^server\/store\/migrations\/|^docs\/reference\/interface\.md$/;

const compiled = wordList.map((entry) => ({ entry, expression: compile(entry) }));

/** The words of the list in a file: in its path and in its text. */
export function findWords(path: string, text: string): readonly Hit[] {
  if (exempt.test(path)) return [];
  const inPath = hitsIn(path, path).map((hit) => ({
    ...hit,
    line: 1,
    column: 1,
    word: `${hit.word} (file name)`,
  }));
  return [...inPath, ...hitsIn(path, text)].sort((a, b) => a.line - b.line || a.column - b.column);
}

function hitsIn(path: string, text: string): Hit[] {
  const view = split(text);
  const hits: Hit[] = [];
  for (const { entry, expression } of compiled) {
    if (entry.except?.path?.test(path)) continue;
    for (const { 0: match, index } of view.matchAll(expression)) {
      const before = join(view.slice(0, index));
      const start = before.lastIndexOf('\n') + 1;
      const line = before.split('\n').length;
      const end = text.indexOf('\n', before.length + join(match).length);
      const around = text.slice(start, end === -1 ? undefined : end);
      if (entry.except?.line?.test(around) || isIgnored(text, line, around)) continue;
      const word = join(match).replace(/\s+/g, ' ');
      hits.push({ path, line, column: before.length - start + 1, word, instead: entry.instead });
    }
  }
  return hits;
}

/** A comment `words-ignore: <reason>` on the line or on the line before allows what is there. */
function isIgnored(text: string, line: number, around: string): boolean {
  const note = /words-ignore: \S/;
  return note.test(around) || note.test(text.split('\n')[line - 2] ?? '');
}

function compile({ pattern }: Entry): RegExp {
  const source = pattern.source
    .replaceAll('~', hump)
    .replaceAll('_', underscore)
    .replaceAll(' ', `(?:[ ${hump}${underscore}-]|${lineBreak})`);
  // A word starts and ends where no letter goes on, or at a change of case that the pattern names.
  return new RegExp(`(?:(?=${hump})|(?<![a-z0-9]))(?:${source})(?:(?<=${hump})|(?![a-z0-9]))`, 'gi');
}

/** The text with the words of identifiers apart. */
const split = (text: string) =>
  text.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, hump).replaceAll('_', underscore);

const join = (view: string) => view.replaceAll(hump, '').replaceAll(underscore, '_');
