import { expect, test } from 'vitest';
import { goodContract, messages } from './lint.ts';

test('a pattern that a language does not know, or reads in another way, is rejected wherever it is', async () => {
  const portable = [
    ...[
      '^[0-9a-f]{32}$',
      '^[ -~]+$',
      '^[^@\u0001- ]+@[^@\u0001- ]+$',
      '^(a|b*)?c{2,}$',
      '^$',
      '^(|a)$',
      '^[-a]$',
    ],
    ...[
      '^[a-z-]$',
      '^[\\-a]$',
      '^[$.^]$',
      '^\\t\\n\\(\\)\\*\\+\\.\\?\\[\\\\\\]\\^\\{\\|\\}$',
      '^a{1000}$',
      '^((a|b)c)+$',
    ],
  ];
  const notPortable = [
    // Anchors, look-around, groups that are more than a group, references and escapes.
    ...[
      'a$',
      '^a',
      '^a\\$',
      '^a|b$',
      '^a$b$',
      '^(?=a)a$',
      '^(?:a)$',
      '^(?i)a$',
      '^(a)\\1$',
      '^\\d$',
      '^[\\w]$',
    ],
    ...['^\\ba$', '^\\p{L}$', '^\\u0041$', '^[\\x41]$', '^\\0$', '^\\-$'],
    // Quantifiers.
    ...['^a*?$', '^a{1,2}?$', '^a++$', '^a{,3}$', '^a{2,1}$', '^a{1001}$'],
    // Classes, ends that are missing, and characters that are two, half of one, or end a literal.
    ...['^.$', '^[]$', '^[^]$', '^[[:alpha:]]$', '^[z-a]$', '^[a-c-e]$', '^(a$', '^a)$', '^{a}$'],
    ...['^\u{1F600}$', '^[\u{1F600}]$', '^\uD83D$', '^[\u2028]$'],
  ];
  const { files, operation, opened } = goodContract();
  const text = { type: 'string', example: 'a1', pattern: '^query\\d$' };
  Object.assign(operation, {
    parameters: [{ in: 'query', name: 'door', description: 'A door.', schema: text }],
  });
  Object.assign(opened.headers['Cache-Control'].schema, { pattern: '^(?!header)$' });
  const patternProperties = Object.fromEntries([...portable, ...notPortable].map((name) => [name, {}]));
  const { schema } = opened.content['application/json'];
  Object.assign(schema.properties ?? {}, { data: { type: 'object', patternProperties } });

  const found = await messages('patterns-are-portable', files);
  const expected = [...notPortable, '^query\\d$', '^(?!header)$'];
  expect(found.sort()).toEqual(
    expected.map((pattern) => `The pattern \`${pattern}\` is not portable.`).sort(),
  );
});
