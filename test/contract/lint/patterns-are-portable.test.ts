import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goodContract, messages } from './lint.ts';

// The linter is JavaScript, which has no types here.
const file: string = '../../../openapi/lint/portable-pattern.js';
const { portabilityErrorOf }: { portabilityErrorOf(pattern: string): string | undefined } = await import(
  file
);

test('a pattern and the name of a pattern property are checked wherever they are', async () => {
  const { files, operation, opened } = goodContract();
  const text = { type: 'string', example: 'a1', pattern: '^a\\d$' };
  Object.assign(operation, {
    parameters: [{ in: 'query', name: 'door', description: 'A door.', schema: text }],
  });
  Object.assign(opened.headers['Cache-Control'].schema, { pattern: '^(?=no)no-store$' });
  const { schema } = opened.content['application/json'];
  Object.assign(schema.properties ?? {}, { data: { type: 'object', patternProperties: { '^a*?$': {} } } });
  const found = await messages('patterns-are-portable', files);
  expect(found.sort()).toEqual([
    'The pattern `^(?=no)no-store$` is not portable: `(?=no)no-s` is not in the portable syntax.',
    'The pattern `^a*?$` is not portable: `?` is not in the portable syntax.',
    'The pattern `^a\\d$` is not portable: `\\d` is not in the portable syntax.',
  ]);
});

test.each([
  ...[
    '^[0-9a-f]{32}$',
    '^aak_[0-9A-Za-z]{49}$',
    '^[ -~]+$',
    '^[^@\u0001- ]+@[^@\u0001- ]+$',
    '^(a|b*)?c{2,}$',
  ],
  ...[
    '^$',
    '^(|a)$',
    '^[-a]$',
    '^[a-z-]$',
    '^[\\-a]$',
    '^[$.^]$',
    '^\\t\\n\\(\\)\\*\\+\\.\\?\\[\\\\\\]\\^\\{\\|\\}$',
  ],
  ...['^a{1000}$', '^(a{10}b{100}){10}$', '^([^\u2027-\u202e]|\u2027)*$'],
])('%s is portable', (pattern) => {
  expect(portabilityErrorOf(pattern)).toBeUndefined();
});

const anchors = 'it does not start with `^` and end with `$`';
const syntax = (part: string) => `\`${part}\` is not in the portable syntax`;

test.each([
  ['no anchor at the start', 'a$', anchors],
  ['no anchor at the end', '^a', anchors],
  ['an escaped anchor at the end', '^a\\$', syntax('\\')],
  ['alternatives of which each has one anchor', '^a|b$', syntax('|b')],
  ['an anchor in the middle', '^a$b$', syntax('$b')],
  ['a look-ahead', '^(?=a)a$', syntax('(?=a)a')],
  ['a negative look-ahead', '^(?!0{32})[0-9a-f]{32}$', syntax('(?!0{32})[')],
  ['a look-behind', '^a(?<=a)$', syntax('(?<=a)')],
  ['a group that does not capture', '^(?:a)$', syntax('(?:a)')],
  ['a group with a name', '^(?<n>a)$', syntax('(?<n>a)')],
  ['a flag', '^(?i)a$', syntax('(?i)a')],
  ['a back-reference', '^(a)\\1$', syntax('\\1')],
  ['a digit as an escape', '^\\d$', syntax('\\d')],
  ['a space as an escape', '^\\s$', syntax('\\s')],
  ['a word as an escape', '^[\\w]$', syntax('[\\w]')],
  ['a word boundary', '^\\ba$', syntax('\\ba')],
  ['a category, which needs the flag `u`', '^\\p{L}$', syntax('\\p{L}')],
  ['an escape of four digits', '^\\u0041$', syntax('\\u0041')],
  ['an escape of two digits', '^[\\x41]$', syntax('[\\x41]')],
  ['a control escape', '^\\cA$', syntax('\\cA')],
  ['an escaped NUL', '^\\0$', syntax('\\0')],
  ['an escaped hyphen outside a class', '^\\-$', 'Invalid regular expression: /^\\-$/u: Invalid escape'],
  ['a lazy quantifier', '^a*?$', syntax('?')],
  ['a lazy range', '^a{1,2}?$', syntax('?')],
  ['a possessive quantifier', '^a++$', syntax('+')],
  ['a range without a minimum', '^a{,3}$', syntax('{,3}')],
  ['a range from more to less', '^a{2,1}$', expect.stringContaining('numbers out of order')],
  ['more repetitions than RE2 allows', '^a{1001}$', 'it repeats more than 1000 times'],
  ['more repetitions when multiplied', '^(b|(a{40})){26}$', 'it repeats more than 1000 times'],
  ['any character, which may include line terminators', '^.$', syntax('.')],
  ['a class of nothing', '^[]$', syntax('[]')],
  ['a class of everything', '^[^]$', syntax('[^]')],
  ['a class with a name', '^[[:alpha:]]$', syntax('[[:alpha:]')],
  ['a class from more to less', '^[z-a]$', expect.stringContaining('Range out of order')],
  ['a hyphen after a range', '^[a-c-e]$', syntax('[a-c-e]')],
  ['a group without an end', '^(a$', 'a group has no end'],
  ['an end without a group', '^a)$', syntax(')')],
  ['a brace that is not escaped', '^{a}$', syntax('{a}')],
  ['a character of two code units', '^\u{1F600}$', syntax('\u{1F600}')],
  ['a class with one', '^[\u{1F600}]$', syntax('[\u{1F600}]')],
  ['half a character', '^\uD83D$', syntax('\uD83D')],
  ['a line separator, which ends a literal', '^[\u2028]$', syntax('[\u2028]')],
])('%s is not portable', (_, pattern, error) => {
  expect(portabilityErrorOf(pattern)).toEqual(error);
});

test('every pattern of these characters that passes compiles in JavaScript, and matches the same with the flag `u`', () => {
  const part = fc.constantFrom(...'ab()[]|*+?^$\\-{},.12nd ', '[^', '(?', '{2}', '[a-', 'ab', '\\.', '\\-');
  const pattern = fc.array(part, { maxLength: 8 }).map((parts) => `^${parts.join('')}$`);
  const subject = fc.array(fc.constantFrom(...'ab-1n^. \n'), { maxLength: 5 }).map((parts) => parts.join(''));
  let passed = 0;
  fc.assert(
    fc.property(pattern, subject, (candidate, text) => {
      if (portabilityErrorOf(candidate) !== undefined) return;
      passed += 1;
      expect(new RegExp(candidate).test(text)).toBe(new RegExp(candidate, 'u').test(text));
    }),
    { numRuns: 5000, seed: 9485 },
  );
  expect(passed).toBeGreaterThan(500);
});
