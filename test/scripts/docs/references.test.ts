import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { reasons } from '../../../generated/contract.ts';
import type { Document } from '../../../scripts/contract/document.ts';
import { operationsOf } from '../../../scripts/contract/operations.ts';
import { plainReference } from '../../../scripts/docs/reference/plain-reference.ts';
import { home } from '../../../scripts/docs/site/home.ts';
import { llmsFull, operationPages } from '../../../scripts/docs/site/llms.ts';
import { readSources } from '../../../scripts/docs/sources.ts';
import { attributes } from './built-site.ts';
import { rewrite } from './documents.ts';

const readme = readFileSync('README.md', 'utf8');
let document: Document;
let html: string;
beforeAll(async () => {
  ({ document } = await readSources(join(import.meta.dirname, '../../..')));
  html = plainReference(document, []);
});

const names = (components: object | undefined) => Object.keys(components ?? {});

test('every operation, response, reason, schema and header has a place that can be linked', () => {
  const ids = attributes(html, 'id');
  const { components } = document;
  for (const { operation } of operationsOf(document)) {
    expect(ids).toContain(operation.operationId);
    for (const status of names(operation.responses))
      expect(ids).toContain(`${operation.operationId}-${status}`);
  }
  for (const reason of reasons) expect(ids).toContain(`reason-${reason}`);
  for (const [prefix, all] of Object.entries({
    schema: components?.schemas,
    response: components?.responses,
    header: components?.headers,
    security: components?.securitySchemes,
  }))
    for (const name of names(all)) expect(ids).toContain(`${prefix}-${name}`);
  expect(ids).toEqual(
    expect.arrayContaining(['login-otp_required', 'revokeApiKey-parameters', 'the-envelope']),
  );
});

test('both references show every field of every schema, with its type, bounds, pattern and example', () => {
  const text = llmsFull(document, []);
  for (const { properties = {} } of Object.values(document.components?.schemas ?? {}))
    for (const name of names(properties)) {
      expect(html).toMatch(new RegExp(`<th scope="row"><code>([\\w.[\\]]+\\.)?${name}</code>`));
      expect(text).toMatch(new RegExp(`^\\| \`([\\w.[\\]]+\\.)?${name}\` \\|`, 'm'));
    }
  const key = html.split('<th scope="row"><code>data.api_key</code>')[1]?.split('</tr>')[0];
  expect(key).toContain('<td>string</td>\n<td>yes</td>');
  expect(key).toContain('matches <code>^aak_[0-9A-Za-z]{49}$</code>');
  expect(key).toContain('Example: <code>&#34;aak_');
  expect(text).toContain('(3 to 254 characters; matches `^([^@\\u0001- \\u007F-\\u00A0');
  expect(text).toContain('| `data.errors[].rule` | string | yes |');
});

test('both references show every named example', () => {
  const text = llmsFull(document, []);
  for (const { operation } of operationsOf(document)) {
    for (const name of names(
      operation.requestBody && 'content' in operation.requestBody
        ? operation.requestBody.content['application/json']?.examples
        : {},
    )) {
      expect(attributes(html, 'id')).toContain(`${operation.operationId}-request-${name}`);
      expect(text).toContain(`### Request: ${name}\n`);
    }
  }
  for (const [name, { content = {} }] of Object.entries(document.components?.responses ?? {}))
    for (const key of names(content['application/json']?.examples))
      expect(attributes(html, 'id')).toContain(`response-${name}-${key}`);
});

test('a page of an operation says for each failure what it is called, when it comes and what to do', () => {
  for (const [at, { operation }] of operationsOf(document).entries()) {
    const { content = '', path } = operationPages(document)[at] ?? {};
    expect(path).toMatch(/^operations\/[a-z-]+\.md$/);
    expect(content).toMatch(/^# [A-Z]/);
    for (const status of names(operation.responses).filter((one) => one !== '200'))
      expect(content).toMatch(new RegExp(`^\\| ${status} \\| \`[a-z_]+\` \\| .+ \\| .+ \\|$`, 'm'));
  }
  const [login] = operationPages(document);
  expect(login?.content).toContain(
    '| 401 | `otp_required` | The password is right, and a code is required too. | send the same request again with `otp` |',
  );
});

test('samples of code are shown in both', () => {
  const samples = [{ lang: 'Shell', label: 'curl', source: 'curl -sS "$BASE/v1" | jq \'.a < 1\'\n```' }];
  const sampled = rewrite(document, (name, value) =>
    name === 'post' ? { ...(value as object), 'x-codeSamples': samples } : value,
  );
  expect(plainReference(sampled, [])).toContain(
    '<a class="self" href="#login-samples-curl">curl</a></h5>\n<pre tabindex="0"><code>curl -sS &#34;$BASE/v1&#34; | jq &#39;.a &#60; 1&#39;',
  );
  expect(operationPages(sampled)[0]?.content).toContain(
    '## Samples\n\n### curl\n\n````shell\ncurl -sS "$BASE/v1"',
  );
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
  const sampled = rewrite(poisoned, (name, value) =>
    name === 'post'
      ? { ...(value as object), 'x-codeSamples': [{ lang: hostile, label: hostile, source: hostile }] }
      : value,
  );
  for (const page of [
    plainReference(sampled, []),
    home(sampled, readme, [{ path: hostile, title: hostile, summary: hostile, group: 'files' }]),
  ]) {
    expect(page).toContain('&#60;script&#62;alert(1)');
    expect(page).not.toMatch(/<script>|<b /);
  }
  for (const line of llmsFull(sampled, [])
    .split('\n')
    .filter((one) => one.startsWith('| ')))
    expect(line.replaceAll('\\|', '').match(/\|/g)?.length).toBeLessThan(7);
});

test('a reason without advice, and a reference that leads nowhere, stop the build', () => {
  const silent = rewrite(document, (name, value) =>
    name === 'description' && String(value).includes('## Failures')
      ? String(value)
          .replace('`otp_required`', '`otp`')
          .replaceAll('| 401      | `otp_required`', '| 401 | `x`')
      : value,
  );
  expect(() => plainReference(silent, [])).toThrow('does not say what to do about otp_required');
  const broken = rewrite(document, (name, value) =>
    name === '404' ? { $ref: '#/components/responses/Nowhere' } : value,
  );
  expect(() => plainReference(broken, [])).toThrow('#/components/responses/Nowhere leads nowhere');
});
