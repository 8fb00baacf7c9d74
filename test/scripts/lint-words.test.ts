import { describe, expect, test } from 'vitest';
import { findWords } from '../../scripts/lint-words/find-words.ts';
import { wordList } from '../../scripts/lint-words/word-list.ts';

// No entry makes an exception for this path.
const anyPath = 'conformance/example.ts';

const advice = (text: string, path = anyPath) => findWords(path, text).map((hit) => hit.instead);

describe.each(wordList)('$pattern', ({ instead, finds, allows }) => {
  test.each(finds)('finds a word in: %s', (text) => {
    expect(advice(text)).toContain(instead);
  });

  test.each(allows)('allows: %s', (text) => {
    expect(advice(text)).not.toContain(instead);
  });
});

test('reports the line, the column and the word', () => {
  const text = "import { ok } from './ok.ts';\n\nconst everyAnswer = ok;\n";
  const instead = 'response; the server returns, sends, responds';
  expect(findWords('server/a.ts', text)).toEqual([
    { path: 'server/a.ts', line: 3, column: 12, word: 'Answer', instead },
  ]);
});

test('finds a phrase that a line break divides', () => {
  expect(findWords('server/a.ts', '/**\n * Nothing is\n * asked here.\n */')).toMatchObject([
    { line: 2, column: 12, word: 'is * asked' },
  ]);
});

test('finds a word in the name of a file', () => {
  expect(findWords('server/raw-answer.ts', '')).toMatchObject([{ line: 1, word: 'answer (file name)' }]);
});

test('allows the word that has another meaning in this file', () => {
  expect(advice('the prompt that is asked', 'bin/prompt.ts')).toEqual([]);
  expect(advice('fault', 'mock/faults.ts')).toEqual([]);
});

test.each(['// words-ignore: the RFC says so\nan octet', 'an octet // words-ignore: the RFC says so'])(
  'allows a line whose comment gives a reason: %s',
  (text) => {
    expect(advice(text)).toEqual([]);
  },
);

test('does not allow a line whose comment gives no reason', () => {
  expect(advice('an octet // words-ignore:')).toHaveLength(1);
});

test.each(['scripts/lint-words/word-list.ts', 'docs/reference/interface.md'])('does not check %s', (path) => {
  expect(findWords(path, 'an answer')).toEqual([]);
});
