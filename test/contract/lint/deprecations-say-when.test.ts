import { expect, test } from 'vitest';
import { goodContract } from './good-contract.ts';
import { messages } from './lint.ts';

const rule = 'deprecations-say-when';
const said = { since: '2027-01-01', sunset: '2028-01-01', link: 'https://example.com/doors' };
const ends = (more: object = {}) => ({ deprecated: true, 'x-deprecation': { ...said, ...more } });
const missing = '`deprecated: true` needs `x-deprecation` with since, sunset and link.';

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
    Object.fromEntries(operations.flatMap(({ path, method, is }) => (path === wanted ? [[method, is]] : [])));
  const paths = { '/v1/doors': itemOf('doors'), '/v1/windows': itemOf('windows') };
  const found = await messages(rule, { ...files, 'openapi/openapi.yaml': { ...root, paths } });

  expect(found.sort()).toEqual(
    [
      missing,
      '`x-deprecation` needs `deprecated: true`.',
      '`since` is not a day such as 2027-01-01.',
      '`since` is not a day such as 2027-01-01.',
      '`sunset` is less than twelve months after `since`.',
      '`sunset` is not a day such as 2027-01-01.',
      '`link` is not an https address.',
      '`until` is not known in `x-deprecation`.',
      '`successor` names no other operation.',
      '`successor` names no other operation.',
      '`successor` names an operation that ends too.',
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
