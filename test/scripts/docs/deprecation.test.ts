import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Document } from '../../../scripts/contract/document.ts';
import { mark } from '../../../scripts/docs/redoc/describe-marks.ts';
import { reference } from '../../../scripts/docs/redoc/reference-page.ts';
import { plainReference } from '../../../scripts/docs/reference/plain-reference.ts';
import { home } from '../../../scripts/docs/site/home.ts';
import { llms, llmsFull, operationPages } from '../../../scripts/docs/site/llms.ts';
import { readSources } from '../../../scripts/docs/sources.ts';
import { type AnyContract, deprecatedContract, ending } from '../../support/server/deprecated-contract.ts';

const notice = 'Deprecated since 2027-01-01, may be gone from 2128-01-01.';
const instead = `**${notice}** [What to do instead](${ending.link})`;

const readme = readFileSync('README.md', 'utf8');
let document: Document;
let today: Document;
beforeAll(async () => {
  ({ document: today } = await readSources(join(import.meta.dirname, '../../..')));
  // With the introduction and the samples that the sources add to the contract.
  const contract: AnyContract = structuredClone(today);
  const { post } = deprecatedContract('login', { ...ending, successor: 'generateApiKey' }).paths[
    '/v1/auth/login'
  ];
  Object.assign(contract.paths['/v1/auth/login'].post, {
    deprecated: post.deprecated,
    'x-deprecation': post['x-deprecation'],
  });
  Object.assign(contract.components.schemas.LoginResult.properties.nickname, {
    deprecated: true,
    'x-deprecation': ending,
  });
  document = contract;
});

const count = (text: string, wanted: string) => text.split(wanted).length - 1;

test('the plain reference marks a deprecated operation and field, with both dates, the page and the successor', () => {
  const html = plainReference(document, []);
  const badge = `<strong class="ending">${notice}</strong> <a href="${ending.link}">What to do instead</a>`;
  expect(html).toContain(`${badge}: <a href="#generateApiKey"><code>generateApiKey</code></a>`);
  const [row = ''] = html.split('<tr>').filter((part) => part.includes('<code>data.nickname</code></th>'));
  expect(row.split('</tr>')[0]).toContain(badge);
});

test('the Markdown pages mark the operation and the field', () => {
  const [login, ...others] = operationPages(document);
  expect(login?.content).toContain(`${instead}: \`generateApiKey\``);
  const [row] = login?.content.split('\n').filter((line) => line.startsWith('| `data.nickname`')) ?? [];
  expect(row).toContain(instead);
  for (const { content } of others) expect(content).not.toContain('Deprecated');
  expect(llmsFull(document, [])).toContain(instead);
});

test('the list for language models and the home page name the deprecated operation', () => {
  const list = llms(document, operationPages(document), [], []);
  expect(list).toContain(`[Log in](operations/login.md): POST /v1/auth/login. ${notice}\n`);
  expect(count(list, 'Deprecated')).toBe(1);
  expect(count(home(document, readme, []), notice)).toBe(1);
});

test('the searchable reference says it in the description too', async () => {
  const marked: AnyContract = mark(document);
  expect(marked.paths['/v1/auth/login'].post).toMatchObject({
    deprecated: true,
    description: expect.stringContaining(instead),
  });
  const html = await reference(marked);
  // Not by `toContain`, which would print the whole page.
  expect(count(html, `${instead}: \`generateApiKey\``)).toBe(1);
});

test('nothing is marked where nothing is deprecated', () => {
  for (const text of [
    plainReference(today, []),
    llmsFull(today, []),
    home(today, readme, []),
    JSON.stringify(mark(today)),
  ])
    expect(text).not.toContain('Deprecated since');
});
