import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reasons } from '../../../generated/contract.ts';
import { operationsOf } from '../../../scripts/contract/operations.ts';
import { referencePage } from '../../../scripts/docs/reference/reference-page.ts';
import { home } from '../../../scripts/docs/site/home.ts';
import { llmsFull } from '../../../scripts/docs/site/llms.ts';
import { readSources } from '../../../scripts/docs/sources.ts';
import { attributes, rewrite } from './built-site.ts';

const readme = readFileSync('README.md', 'utf8');
const { document } = await readSources();
const html = referencePage(document, []);

const names = (components: object | undefined) => Object.keys(components ?? {});

test('every operation, response, failure, reason and header has a place that can be linked', () => {
  const ids = attributes(html, 'id');
  const { components } = document;
  for (const { operation } of operationsOf(document)) {
    expect(ids).toContain(operation.operationId);
    for (const status of names(operation.responses))
      expect(ids).toContain(`${operation.operationId}-${status}`);
  }
  for (const reason of reasons) expect(ids).toContain(`reason-${reason}`);
  for (const name of names(components?.headers)) expect(ids).toContain(`header-${name}`);
  for (const name of names(components?.securitySchemes)) expect(ids).toContain(`security-${name}`);
  for (const id of [
    'login-otp_required',
    'login-request-otp',
    'revokeApiKey-parameters',
    'the-envelope',
  ])
    expect(ids).toContain(id);
});

test('both references show every field of every schema, with its type, bounds and pattern', () => {
  const text = llmsFull(document, []);
  for (const { properties = {} } of Object.values(document.components?.schemas ?? {}))
    for (const name of names(properties)) {
      expect(html).toMatch(
        new RegExp(`<p class="name"><a [^>]+><code>(<span>[\\w.[\\]]+</span>)?${name}</code>`),
      );
      expect(text).toMatch(new RegExp(`^- \`([\\w.[\\]]+\\.)?${name}\` `, 'm'));
    }
  const [, field = ''] = html.split('<li id="generateApiKey-200-data.api_key">');
  const key = field.split('</li>')[0];
  expect(key).toContain('<span class="type">string</span> <span class="required">required</span>');
  expect(html).toContain('Matches <code>^[0-9a-f]{32}$</code>.');
  expect(text).toContain('  Matches `^[0-9a-f]{32}$`.');
  expect(text).toContain('- `data.errors[].rule` string optional\n');
});

test('text of a document is escaped in pages', () => {
  const hostile = '"><script>alert(1)</script><b onclick="x">\'`|`';
  const poisoned = rewrite(document, (name, value) => {
    if (
      typeof value !== 'string' ||
      !['description', 'summary', 'x-cause', 'title', 'version', 'url', 'pattern'].includes(name)
    )
      return value;
    return `${value}\n${hostile}`;
  });
  for (const page of [
    referencePage(poisoned, []),
    home(poisoned, readme, [{ path: hostile, title: hostile, summary: hostile, group: 'files' }]),
  ]) {
    expect(page).toContain('&#60;script&#62;alert(1)');
    expect(page).not.toMatch(/<script(?! src="(?:reference|site|search-index)\.js")|<b /);
  }
});
