import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Document } from '../../../scripts/contract/document.ts';
import { referencePage } from '../../../scripts/docs/reference/reference-page.ts';
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

test('the reference marks a deprecated operation and field, with both dates, the page and the successor', () => {
  const html = referencePage(document, []);
  const badge = `<p class="ending"><strong>${notice}</strong> <a href="${ending.link}">What to do instead</a>`;
  expect(html).toContain(`${badge}: <a href="#generateApiKey"><code>generateApiKey</code></a>`);
  const [, field = ''] = html.split('<li id="login-200-data.nickname">');
  expect(field.split('</li>')[0]).toContain(badge);
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

test('nothing is marked where nothing is deprecated', () => {
  for (const text of [referencePage(today, []), llmsFull(today, []), home(today, readme, [])])
    expect(text).not.toContain('Deprecated since');
});
