import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Document } from '../../../scripts/contract/document.ts';
import { mark } from '../../../scripts/docs/redoc/describe-marks.ts';
import { reference } from '../../../scripts/docs/redoc/reference-page.ts';
import { secretWarning } from '../../../scripts/docs/reference/marks.ts';
import { plainReference } from '../../../scripts/docs/reference/plain-reference.ts';
import { llmsFull, operationPages } from '../../../scripts/docs/site/llms.ts';
import { readSources } from '../../../scripts/docs/sources.ts';
import { withUniqueMarks } from './documents.ts';

let document: Document;
let marked: Document;
let slugs: string[];
beforeAll(async () => {
  ({ document } = await readSources(join(import.meta.dirname, '../../..')));
  ({ marked, slugs } = withUniqueMarks(document));
});

const secrets = ['password', 'otp', 'access_token', 'api_key'];
const count = (text: string, wanted: string) => text.split(wanted).length - 1;

test('the contract has marks to show', () => {
  expect(slugs.length).toBeGreaterThan(50);
  expect(count(JSON.stringify(document), '"x-secret":true')).toBe(secrets.length);
});

test('the plain reference links every mark to its decision', () => {
  const html = plainReference(marked, []);
  for (const slug of slugs) expect(html).toContain(`href="decisions.html#${slug}">decision: ${slug}</a>`);
});

test('the Markdown texts link every mark to its decision', () => {
  const text = llmsFull(marked, []);
  for (const slug of slugs) expect(text).toContain(`[decision: ${slug}](decisions.md#${slug})`);
  const [page] = operationPages(marked);
  expect(page?.content).toMatch(/\[decision: mark-\d+-end\]\(\.\.\/decisions\.md#mark-\d+-end\)/);
});

test('the searchable reference links every mark to its decision', async () => {
  const html = await reference(mark(marked));
  for (const slug of slugs) expect(html).toContain(`[decision: ${slug}](decisions.html#${slug})`);
  expect(count(html, secretWarning)).toBe(secrets.length);
});

test('every secret is marked at its field', () => {
  const html = plainReference(document, []);
  const text = llmsFull(document, []);
  for (const name of secrets) {
    const row = (html.split('<tr>').find((part) => part.includes(`${name}</code></th>`)) ?? '').split(
      '</tr>',
    )[0];
    expect(row, name).toContain(`<strong class="secret">${secretWarning}</strong>`);
    expect(
      text.split('\n').find((line) => line.startsWith('| ') && line.includes(`${name}\` |`)),
      name,
    ).toContain(`**${secretWarning}**`);
  }
});

test('the decisions behind a whole body are shown where a request has its body', () => {
  const { paths } = mark(document);
  expect(paths['/v1/auth/login']?.post).toHaveProperty(
    'requestBody.description',
    expect.stringContaining('[decision: closed-requests](decisions.html#closed-requests)'),
  );
});

test('marking changes only descriptions, and does not change its input', () => {
  const before = JSON.stringify(document);
  const after = JSON.stringify(mark(document), (name, value) => (name === 'description' ? undefined : value));
  expect(JSON.stringify(document)).toBe(before);
  expect(after).toBe(JSON.stringify(document, (name, value) => (name === 'description' ? undefined : value)));
});

test('an element without a description gets its marks, and data that looks marked does not change', () => {
  const given = {
    paths: {},
    components: {
      schemas: { A: { 'x-decision': ['one', 'two'], 'x-secret': true, example: { 'x-decision': 'no' } } },
    },
  };
  // Of a document only what is looked at.
  const { components } = mark(given as unknown as Document);
  expect(components?.schemas?.A).toEqual({
    ...given.components.schemas.A,
    description: `**${secretWarning}** · [decision: one](decisions.html#one) · [decision: two](decisions.html#two)`,
  });
});
