import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../conformance/engine/report/report.ts';
import { isolatedEngineLine } from '../../bin/support/in-process.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { documentFiles } from '../document/run-document.ts';
import { jsonListener } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';

const range = (count: number) => Array.from({ length: count }, (_, at) => at);
const to = (name: string | number) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties });

/** A document with one operation, which sends and receives this schema. */
function documentWith(schema: object, schemas: object = {}) {
  const content = { 'application/json': { schema } };
  const responses = { 200: { description: 'OK', content } };
  const post = { operationId: 'send', requestBody: { content }, responses };
  return { openapi: '3.1.0', paths: { '/a': { post } }, components: { schemas } };
}

/** A schema in a schema in a schema, each with the one before in it. */
const nested = (levels: number, around: (inner: object) => object) =>
  range(levels).reduce(around, text);

/** The same with references: the last one leads to all others. */
function chain(length: number, around: (inner: object) => object) {
  const links = range(length).map((at) => [at, at === 0 ? object({}) : around(to(at - 1))]);
  return documentWith(to(length - 1), Object.fromEntries(links));
}

const twice = (inner: object) => ({ anyOf: [inner, inner] });
const choice = (inner: object) => ({ oneOf: [inner, { allOf: [inner], required: ['a'] }] });

const documents = {
  'that repeats one part of allOf at each of 30 levels': chain(30, (inner) => ({
    allOf: [inner, inner],
  })),
  'that repeats one choice at each of 30 levels': chain(30, twice),
  'with a choice of two choices at each of 30 levels': chain(30, choice),
  'with a choice of two choices, written out': documentWith(nested(14, twice)),
  'with 230 objects inside of each other': documentWith(nested(230, (a) => object({ a }))),
  'with 3,000 references to references': chain(3_000, (inner) => inner),
  'with 3,000 parts of parts': chain(3_000, (inner) => ({ allOf: [inner] })),
  'with an object of 20,000 fields': documentWith(
    object(Object.fromEntries(range(20_000).map((at) => [`f${at}`, text]))),
  ),
  'with 20,000 values to choose from': documentWith({ enum: range(20_000).map(String) }),
  'with 60 bases of bases that choose': documentWith(
    to(0),
    Object.fromEntries(
      range(60).map((at) => {
        const bases = range(Math.min(at, 10)).map((back) => to(at - 1 - back));
        const own = { ...object({ t: text }), discriminator: { propertyName: 't' } };
        return [at, at === 0 ? own : { ...own, allOf: bases }];
      }),
    ),
  ),
  'with references in a circle': documentWith(to('A'), { A: to('B'), B: to('A') }),
  'with parts in a circle': documentWith(to('A'), {
    A: { allOf: [to('B')] },
    B: { allOf: [to('A')] },
  }),
  'with a shared map of fields that contains itself': documentWith(object(to('M')), {
    M: { a: object(to('M')) },
  }),
};

const named = Object.entries(documents);
const oneLine = /^error: [^\n]+\n$/;

/** Why some of them cannot be judged. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'that repeats one part of allOf at each of 30 levels': [],
  'with a choice of two choices at each of 30 levels': [
    'applies more than 10000 schemas to one value',
  ],
  'with an object of 20,000 fields': ['has more than 10000 schemas in it'],
};

describe.each(named)('a document %s', (what, document) => {
  const file = () => documentFiles({ 'api.json': document });

  test('is compared with itself, or named in one line', async () => {
    const { code, stdout, stderr } = await isolatedEngineLine(['diff', file(), file()]);
    if (code === 0) expect(stdout).toContain('Nothing changed.');
    else expect([code, stderr]).toEqual([2, expect.stringMatching(oneLine)]);
  });

  test('is tested, or named as the reason that nothing was tested', async () => {
    const { url } = await serverForTest(jsonListener(() => [200, {}]));
    const reportFile = join(temporaryFolder(), 'report.json');
    const args = ['--document', file(), '--max-time', '60', '--max-examples', '3'];
    const { code, stderr } = await isolatedEngineLine([
      'test',
      url,
      ...args,
      '--report',
      `json=${reportFile}`,
    ]);
    expect(stderr).not.toContain('a bug');
    expect([0, 1, 2, 3]).toContain(code);

    const expected = reasons[what];
    if (expected === undefined) return;
    const report: Report = JSON.parse(readFileSync(reportFile, 'utf8'));
    const found = new Set(report.gaps?.map(({ why }) => why));
    expect([...found]).toEqual(expected);
  });
});

test('a draft of a profile for such a document is written', async () => {
  const [[, document] = ['', {}]] = named;
  const file = join(temporaryFolder(), 'profile.yaml');
  const args = ['init', file, '--document', documentFiles({ 'api.json': document })];
  expect(await isolatedEngineLine(args)).toMatchObject({ code: 0 });
});

test.each([
  ['large', `${'- a\n'.repeat(6_500_000)}`, /^error: .* characters of YAML.*convert it to JSON\n$/],
  [
    'full of aliases',
    `x: [${range(12_000).map((at) => `&a${at} 1, *a${at}`)}]\n`,
    /^error: .* has more than 20000 anchors and aliases\n$/,
  ],
])('YAML that is %s is named in one line', async (_what, yaml, line) => {
  const file = documentFiles({ 'api.yaml': yaml });
  const { code, stderr } = await isolatedEngineLine(['list', '--document', file]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(line)]);
});
