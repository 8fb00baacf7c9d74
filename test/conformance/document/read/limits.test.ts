import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  loadApiDocument,
  parseApiDocument,
} from '../../../../conformance/engine/document/read/read-document.ts';
import { readSource } from '../../../../conformance/engine/document/read/read-source.ts';
import { documentFiles } from '../run-document.ts';

const head = 'openapi: 3.1.0\ninfo: { title: a, version: "1" }\npaths: {}\n';
const parsing = (text: string) => () => parseApiDocument(text);
const range = (count: number) => Array.from({ length: count }, (_, at) => at);

test('reads a document that uses an alias 1,200 times', () => {
  const uses = range(1200).map((at) => `    S${at}: *text\n`);
  const document = parseApiDocument(
    `${head}components:\n  schemas:\n    Text: &text { type: string }\n${uses.join('')}`,
  );
  expect(document.resolve('/components/schemas/S1199')?.value).toEqual({ type: 'string' });
});

test('names what is wrong with aliases in one line', () => {
  const ten = (name: string) =>
    `[${range(10)
      .map(() => `*${name}`)
      .join(', ')}]`;
  const lists = range(9).map((at) => `x-${at + 1}: &l${at + 1} ${ten(`l${at}`)}\n`);
  const laughs = `${head}x-0: &l0 [a]\n${lists.join('')}`;
  expect(parsing(laughs)).toThrow(/^the document has more than \d+ values when its aliases/);
  expect(parsing(`${head}x-a: &a { b: *a }\n`)).toThrow(
    /^the document has an alias inside the value/,
  );
  expect(parsing(`${head}x-a: &a [{ b: &b { c: [*a] } }]\n`)).toThrow(/an alias inside the value/);
  expect(parsing(`${head}x-a: *missing\n`)).toThrow(/missing/);
});

test.each([
  ['YAML', `${head}x-a: ${'['.repeat(3000)}${']'.repeat(3000)}\n`],
  ['JSON', `{"openapi":"3.1.0","paths":{},"x-a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
])('a document in %s that is nested too deep is named in one line', (_what, text) => {
  expect(parsing(text)).toThrow(/^the document has more than 500 levels of nested objects/);
});

test('reads only regular files, up to a size', async () => {
  const folder = dirname(documentFiles({ 'a.yaml': head }));
  await expect(loadApiDocument(folder)).rejects.toThrow('it is not a regular file');
  await expect(loadApiDocument('/dev/zero')).rejects.toThrow('it is not a regular file');
  const pipe = join(folder, 'pipe.yaml');
  execFileSync('mkfifo', [pipe]);
  // A pipe without a writer would be waited for.
  await expect(loadApiDocument(pipe)).rejects.toThrow('it is not a regular file');
  const limits = { bytes: 10, milliseconds: 1000 };
  const address = `file://${join(folder, 'a.yaml')}`;
  await expect(readSource(address, limits)).rejects.toThrow('it is larger than 10 bytes');
});

const referring = (to: string) => `openapi: 3.1.0\npaths: { /a: { $ref: "${to}" } }\n`;

test('a document refers to files below its folder only, unless an option allows others', async () => {
  const files = { 'api/openapi.yaml': referring('../paths.yaml'), 'paths.yaml': '{}' };
  const outside = documentFiles(files);
  await expect(loadApiDocument(outside)).rejects.toThrow(
    /"\.\.\/paths\.yaml" at #\/paths\/~1a is a file outside the document's folder: pass --allow-files/,
  );
  await expect(loadApiDocument(outside, { allowFiles: true })).resolves.toBeDefined();
  const linked = documentFiles({ 'openapi.yaml': referring('below.yaml') });
  symlinkSync('/etc/hostname', join(dirname(linked), 'below.yaml'));
  await expect(loadApiDocument(linked)).rejects.toThrow(/is a file outside/);
  const within = documentFiles({ 'openapi.yaml': referring('a/../b.yaml'), 'b.yaml': '{}' });
  await expect(loadApiDocument(within)).resolves.toBeDefined();
});
