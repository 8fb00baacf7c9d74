import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../../conformance/engine/bounded/pattern.ts';

const texts = [
  ...['', 'a', 'A', 'ab', 'abc', 'aab', '1', '12', 'a1', ' ', 'a b', '\n', 'a\n', '\r', '\u2028'],
  ...['é', '😀', '\u00a0', '\ufeff', '-', '.', '_', '[', ']', '{', '}', '/', '\\', '^', '$', '|'],
  ...['a-b', 'a.b', 'a_b', 'a/b', '2024-05-17', 'ada@example.com', '::1', '\b', '\0', 'K', 'ſ'],
  ...['aaa', 'aaaa', 'a{2}', 'abab', 'foo', 'foobar', 'barfoo', '\t', 'Ω', 'ω'],
];

describe('a pattern of JavaScript means the same as there', () => {
  test.each(
    [
      ...[
        '',
        '^$',
        '.',
        '^.$',
        '^[^a]$',
        '^\\s$',
        '^\\S$',
        '^[\\s]$',
        '^[\\S]$',
        '^[^\\s]$',
        '^\\w+$',
      ],
      ...['^\\W$', '^\\d{2,}$', '^a{2}$', '^(ab)+$', '^(?:a|b)*$', '^a??b', 'a|^b', '^[a-z-9]+$'],
      ...[
        '^[\\w.-]+$',
        '^[-a]$',
        '^[a-]$',
        '^[]$',
        '^[^]$',
        '^[\\b]$',
        '\\bfoo\\b',
        '^[a-z]+(-[a-z]+)*$',
      ],
      ...[
        '^\\u{1f600}$',
        '^\\ud83d\\ude00$',
        '^\\xe9$',
        '^\\u00e9$',
        '^\\p{L}$',
        '^\\p{Letter}$',
        '^\\p{Lu}$',
      ],
      ...[
        '^\\P{L}$',
        '^(?=a)..$',
        '^(?!a).$',
        '(?<=a)b',
        '(?<!a)b',
        '^(a)\\1$',
        '^(?<n>a)\\k<n>',
        '^\\0$',
      ],
      ...[
        '^[\\t\\n]$',
        '^\\cJ$',
        '^[^\\W_]$',
        '^[!-/]$',
        '^\\/$',
        '^a{1200}$',
        '^(\\d{4})-(\\d{2})-(\\d{2})$',
      ],
    ].map((pattern) => [pattern]),
  )('%j', (pattern) => {
    const native = new RegExp(pattern, 'u');
    const { test: matches } = compilePattern(pattern);
    const differing = texts.filter((text) => matches(text) !== native.test(text));
    expect(differing).toEqual([]);
  });
});

describe('a pattern of another dialect', () => {
  test.each<[pattern: string, matching: readonly string[], others: readonly string[]]>([
    ['\\A[-a-z]+\\Z', ['a-b'], ['a-b!', 'A', 'A-Z']],
    ['\\A\\d+\\z', ['12'], ['12\n', 'A1z']],
    ['\\A[-\\w]+\\z', ['a-b_1', 'žluť-1'], ['a b', '']],
    ['^\\w+\\Z', ['ß', 'a1'], ['a-b']],
    ['^\\w+$', ['a1'], ['ß']],
    ['(?i)^[a-z]+$', ['Ab'], ['1']],
    ['(?i)^[a-z]++(-[a-z]+)*$', ['Ab-c'], ['1', 'ab-']],
    ['(?s)^.$', ['\n'], ['ab']],
    ['(?m)^b$', ['a\nb\nc'], ['ab']],
    ['^a++a$', [], ['aa', 'aaa']],
    ['^a*+b$', ['aab'], ['aa']],
    ['^(?>ab?)b$', ['abb'], ['ab']],
    ['^(?P<year>\\d{4})-(?P=year)$', ['2024-2024'], ['2024-2025']],
    ['^[[:alpha:]_]+$', ['a_b'], ['1', ':', '[']],
    ['^[\\w-.]+$', ['a-b.c'], ['a,b']],
    ['^\\@\\_\\:$', ['@_:'], ['a']],
    ['^{[a-z]}$', ['{a}'], ['a']],
    ['^a{,2}$', ['', 'aa'], ['aaa', 'a{,2}']],
    ['^\\x{e9}(?#a comment)$', ['é'], ['e']],
    ['^\\pL$', ['é'], ['1']],
  ])('%s', (pattern, matching, others) => {
    const { test: matches } = compilePattern(pattern);
    expect(matching.filter((text) => matches(text) !== true)).toEqual([]);
    expect(others.filter((text) => matches(text) !== false)).toEqual([]);
  });

  test.each([
    '(',
    '[a',
    'a**',
    '\\Qa\\E',
    '(?x)a',
    '[a-z&&[^b]]',
    '(?R)',
    '\\',
    'a{2}{3}',
    '(?P>n)',
    ')',
    '[[:foo:]]',
    '\\R',
  ])('is named when its meaning is not certain: %s', (pattern) => {
    const { how, why, test: matches } = compilePattern(pattern);
    expect({ how, result: matches('a') }).toEqual({ how: 'unreadable', result: undefined });
    expect(why).toMatch(/^(is|has|refers|repeats) /);
  });
});

describe('a pattern ends', () => {
  const hostile = `${'a'.repeat(100_000)}!`;

  test.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '(a*)*b',
    '^(\\w+\\s?)+$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
  ])('in time in proportion to the text: %s', (pattern) => {
    const { how, test: matches } = compilePattern(pattern);
    expect({ how, result: matches(hostile) }).toEqual({ how: 'linear', result: false });
  });

  test.each(['^(?=a)(a+)+$', '^(a+)+\\1$', '^(a{1,2000})+$'])('or is given up: %s', (pattern) => {
    const { how, test: matches } = compilePattern(pattern);
    expect({ how, result: matches('aaaa') !== undefined }).toEqual({
      how: 'guarded',
      result: true,
    });
    expect(matches(hostile)).toBeUndefined();
    // It is not tried again, and others still work.
    expect(matches('a')).toBeUndefined();
    expect(compilePattern('^(?!b)a$').test('a')).toBe(true);
  });

  test.each([
    '(((((a{0,900}){0,900}){0,900}){0,900}){0,900})',
    `${'('.repeat(50_000)}`,
    `${'(a?)'.repeat(4000)}`,
    'a{100000000}',
  ])('to be read, whatever it is', (pattern) => {
    const { test: matches, model } = compilePattern(pattern);
    expect([true, false, undefined]).toContain(matches('a'));
    expect(model?.source.length ?? 0).toBeLessThan(20_000);
  });
});
