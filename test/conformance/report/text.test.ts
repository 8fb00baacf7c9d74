import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wrap } from '../../../conformance/report/text.ts';

const trace = '0123456789abcdef0123456789abcdef';
const url = 'https://api.example.com/v1/security/apikey/key_0123456789?fields=id,note,description';

test('JSON is wrapped between its elements, and ids and addresses stay whole', () => {
  const json = JSON.stringify({ status: { code: 401, trace_id: trace }, data: { tags: ['a,"b', 'c'], url } });
  expect(wrap(json, 60).split('\n')).toEqual([
    `{"status":{"code":401,`,
    `"trace_id":"${trace}"},"data":`,
    `{"tags":["a,\\"b","c"],`,
    `"url":"${url}"}}`,
  ]);
});

test('text is wrapped at spaces, with the first line apart', () => {
  expect(wrap('The server returns 404 for a key of another user.', 24, '  ')).toBe(
    'The server returns 404\n  for a key of another\n  user.',
  );
});

test('a long word without JSON stays whole on a line of its own', () => {
  expect(wrap(`see ${url} for more`, 40)).toBe(`see\n${url}\nfor more`);
});

test('no line ends inside a word, whatever the JSON and the width', () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 20, max: 100 }), (json, width) => {
      const compact = JSON.stringify(JSON.parse(json));
      const lines = wrap(compact, width).split('\n');
      for (const line of lines.slice(0, -1)) expect(line).toMatch(/\S$/);
      expect(lines.join('').replaceAll(/\s/g, '')).toBe(compact.replaceAll(/\s/g, ''));
      const breaks = lines.slice(0, -1).map((line, at) => `${line.at(-1)}${lines[at + 1]?.[0]}`);
      const cut = breaks.filter((pair) => !/^(,["{[]|:[{[])$/.test(pair));
      // The others are spaces inside strings.
      expect(cut.length).toBeLessThanOrEqual(compact.match(/\s/g)?.length ?? 0);
    }),
    { seed: 1 },
  );
});
