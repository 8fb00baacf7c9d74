import { expect, test } from 'vitest';
import { shellWord } from '../../../conformance/engine/http/shell-word.ts';

test.each([
  ['https://api.example.com/openapi.json', 'https://api.example.com/openapi.json'],
  ['my api.yaml', "'my api.yaml'"],
  ["it's.yaml", `'it'\\''s.yaml'`],
  ['$HOME', "'$HOME'"],
  ['', "''"],
])('%s is one word of a command line', (text, word) => {
  expect(shellWord(text)).toBe(word);
});
