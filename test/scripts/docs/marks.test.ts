import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Document } from '../../../scripts/contract/document.ts';
import { secretWarning } from '../../../scripts/docs/reference/marks.ts';
import { referencePage } from '../../../scripts/docs/reference/reference-page.ts';
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

test('the reference links every mark to its decision, among the notes for implementers', () => {
  const html = referencePage(marked, []);
  const notes = [...html.matchAll(/<p class="decisions">For implementers:(.*)<\/p>/g)]
    .map(([, note]) => note)
    .join();
  for (const slug of slugs) expect(notes).toContain(`href="decisions.html#${slug}">${slug}</a>`);
});

test('the Markdown texts link every mark to its decision', () => {
  const text = llmsFull(marked, []);
  for (const slug of slugs) expect(text).toContain(`[decision: ${slug}](decisions.md#${slug})`);
  const [page] = operationPages(marked);
  expect(page?.content).toMatch(/\[decision: mark-\d+-end\]\(\.\.\/decisions\.md#mark-\d+-end\)/);
});

test('every secret is marked at its field', () => {
  const html = referencePage(document, []);
  const text = llmsFull(document, []);
  for (const name of secrets) {
    const field = html.split('<li id=').find((part) => part.includes(`${name}</code></a>`)) ?? '';
    expect(field, name).toContain(`<p class="secret">${secretWarning}</p>`);
    expect(
      text.split('\n').find((line) => line.startsWith('| ') && line.includes(`${name}\` |`)),
      name,
    ).toContain(`**${secretWarning}**`);
  }
});
