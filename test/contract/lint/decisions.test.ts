import { describe, expect, test } from 'vitest';
import { goodContract, messages } from './lint.ts';

describe.concurrent('decisions-have-sections', () => {
  const rule = 'decisions-have-sections';
  const missing = (slug: string) => `Decision \`${slug}\` has no section in docs/explanation/decisions.md.`;

  test('a decision without a section is rejected', async () => {
    const { files, root } = goodContract();
    Object.assign(root.info, { 'x-decision': ['doors', 'windows'] });
    expect(await messages(rule, files)).toEqual([missing('windows')]);
  });

  test('a section that no mark in the contract refers to is rejected', async () => {
    const { files } = goodContract();
    const text = `${files['docs/explanation/decisions.md']}\n## windows\n\nThere are none.\n`;
    expect(await messages(rule, { ...files, 'docs/explanation/decisions.md': text })).toEqual([
      'Section `windows` of docs/explanation/decisions.md has no mark in the contract.',
    ]);
  });

  test('a contract without a file of decisions is rejected', async () => {
    const { 'docs/explanation/decisions.md': _, ...files } = goodContract().files;
    expect(await messages(rule, files)).toEqual([missing('doors')]);
  });

  test('a mark is found at every place', async () => {
    const { files, root, operation, opened, Locked } = goodContract();
    const extension = { 'x-more': { 'x-most': { 'x-decision': 'extension' } } };
    Object.assign(root.info, { 'x-decision': 'doors', ...extension });
    const places = {
      operation,
      response: opened,
      'shared-response': Locked,
      header: Locked.headers['Cache-Control'],
      'header-schema': Locked.headers['Cache-Control'].schema,
      schema: opened.content['application/json'].schema,
      tag: root.tags[0],
      server: root.servers[0],
    };
    for (const [slug, place] of Object.entries(places)) Object.assign(place ?? {}, { 'x-decision': slug });
    const expected = [...Object.keys(places), 'extension'].map(missing);
    expect((await messages(rule, files)).sort()).toEqual(expected.sort());
  });
});

describe.concurrent('deprecations-say-when', () => {
  const rule = 'deprecations-say-when';
  const said = { since: '2027-01-01', sunset: '2028-01-01', link: 'https://example.com/doors' };
  const ends = (more: object = {}) => ({ deprecated: true, 'x-deprecation': { ...said, ...more } });
  const missing = 'x-deprecation must be object';

  test('an operation that ends says since when, until when, where to read more, and what takes its place', async () => {
    const { files, root, operation } = goodContract();
    const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
    const marks = {
      lacks: { deprecated: true },
      unmarked: { 'x-deprecation': said },
      inWords: ends({ since: '1 January 2027' }),
      noDay: ends({ since: '2027-02-30' }),
      soon: ends({ sunset: '2027-12-31' }),
      open: ends({ sunset: undefined }),
      here: ends({ link: '/docs' }),
      more: ends({ until: '2028-01-01' }),
      itself: ends({ successor: 'itself' }),
      nobody: ends({ successor: 'no-one' }),
      fromBadToWorse: ends({ successor: 'itself' }),
      good: ends({ successor: 'stays' }),
      stays: {},
    };
    const operations = Object.entries(marks).map(([operationId, mark], at) => {
      const method = methods[at % methods.length];
      return {
        path: at < methods.length ? 'doors' : 'windows',
        method,
        is: { ...operation, operationId, ...mark },
      };
    });
    const itemOf = (wanted: string) =>
      Object.fromEntries(
        operations.flatMap(({ path, method, is }) => (path === wanted ? [[method, is]] : [])),
      );
    const paths = { '/v1/doors': itemOf('doors'), '/v1/windows': itemOf('windows') };
    const found = await messages(rule, { ...files, 'openapi/openapi.yaml': { ...root, paths } });

    expect(found.sort()).toEqual(
      [
        missing,
        '`x-deprecation` needs `deprecated: true`.',
        'x-deprecation/since must match format "date"',
        'x-deprecation/since must match format "date"',
        '`sunset` is less than twelve months after `since`.',
        "x-deprecation must have required property 'sunset'",
        'x-deprecation/link must match pattern "^https://[^ <>"]+$"',
        'x-deprecation must NOT have additional properties',
        '`successor` names no operation that stays.',
        '`successor` names no operation that stays.',
        '`successor` names no operation that stays.',
      ].sort(),
    );
  });

  test('fields, parameters and headers that end say so too, and have no successor', async () => {
    const { files, opened, operation } = goodContract();
    const parameters = [
      { name: 'door', in: 'query', description: 'A door.', schema: { type: 'string' }, deprecated: true },
    ];
    Object.assign(opened.headers['Cache-Control'], { deprecated: true });
    const { properties } = operation.requestBody.content['application/json'].schema;
    properties.old_name = { type: 'string', example: 'a', ...ends({ successor: 'openDoor' }) };
    properties.door_name = { type: 'string', example: 'front', ...ends() };
    // In YAML a day needs no quotes, and is text all the same.
    const marks =
      "deprecated: true, x-deprecation: {since: 2027-01-01, sunset: 2028-01-01, link: 'https://example.com'}";
    const path = `post: ${JSON.stringify({ ...operation, parameters }).slice(0, -1)}, ${marks}}`;

    const found = await messages(rule, { ...files, 'openapi/paths/open-door.yaml': path });

    expect(found.sort()).toEqual(['Only an operation has a `successor`.', missing, missing]);
  });
});
