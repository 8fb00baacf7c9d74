import { expect, test } from 'vitest';
import type { Document } from '../../../scripts/contract/document.ts';
import { escapeText, html, trusted } from '../../../scripts/docs/markdown/html.ts';
import { renderMarkdown } from '../../../scripts/docs/markdown/render-markdown.ts';
import { secretWarning } from '../../../scripts/docs/reference/marks.ts';
import { referencePage } from '../../../scripts/docs/reference/reference-page.ts';
import { readSources } from '../../../scripts/docs/sources.ts';
import { type AnyContract, ending } from '../../support/server/deprecated-contract.ts';
import { withUniqueMarks } from './built-site.ts';

const hostile = `<script>alert(1)</script> "quoted" 'so' & <img src=x onerror=alert(1)>`;
const markup = (text: string) => renderMarkdown(text).html.markup;

test('values in a template are escaped', () => {
  const { markup } =
    html`<p title="${hostile}">${[hostile, trusted('<b>bold</b>')]}${undefined}${false}${0}</p>`;
  expect(markup).toBe(`<p title="${escapeText(hostile)}">${escapeText(hostile)}<b>bold</b>0</p>`);
  expect(escapeText(hostile)).not.toMatch(/[<>"']/);
});

test('markup in Markdown is shown, not followed', () => {
  for (const text of [
    hostile,
    `# ${hostile}`,
    `| ${hostile} |\n| --- |\n| ${hostile} |`,
    `\`\`\`\n${hostile}\n\`\`\``,
  ])
    expect(markup(text)).not.toMatch(/<script|<img/);
  expect(markup('[a](javascript:alert(1)) [b](data:text/html,x)')).not.toContain('<a');
});

test('each heading can be linked by its own name', () => {
  const { html, headings } = renderMarkdown(
    '# Title\n## Key `id`s\n## Key ids\n## [linked](x.md)\n## !',
  );
  expect(headings.map(({ id }) => id)).toEqual([
    'title',
    'key-ids',
    'key-ids-1',
    'linked',
    'section',
  ]);
  expect(html.markup).toContain(
    '<h2 id="key-ids"><a class="self" href="#key-ids">Key <code>id</code>s</a></h2>',
  );
  expect(html.markup).toContain('<h2 id="linked"><a href="x.md">linked</a></h2>');
});

test('a table can get the focus, and is named after its section', () => {
  const table = '| | a |\n| --- | --- |\n| 1 | 2 |\n';
  const text = markup(`## Limits\n\n${table}\n${table}`);
  expect(text).toContain(
    '<div class="scroll" role="region" tabindex="0" aria-label="Limits"><table>',
  );
  expect(text).toContain('aria-label="Limits (2)"');
  expect(text).toContain('<td></td>\n<th scope="col">a</th>');
});

const { document } = await readSources();
const { marked, slugs } = withUniqueMarks(document);

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

test('every secret is marked at its field', () => {
  const html = referencePage(document, []);
  for (const name of secrets) {
    const field = html.split('<li id=').find((part) => part.includes(`${name}</code></a>`)) ?? '';
    expect(field, name).toContain(`<p class="secret">${secretWarning}</p>`);
  }
});

const notice = 'Deprecated since 2027-01-01, may be gone from 2128-01-01.';

function endLogin(): Document {
  const contract: AnyContract = structuredClone(document);
  const login = { ...ending, successor: 'generateApiKey' };
  Object.assign(contract.paths['/v1/auth/login'].post, {
    deprecated: true,
    'x-deprecation': login,
  });
  const { nickname } = contract.components.schemas.LoginResult.properties;
  Object.assign(nickname, { deprecated: true, 'x-deprecation': ending });
  return contract;
}
const ended = endLogin();

test('the reference marks a deprecated operation and field, with both dates, the page and the successor', () => {
  const html = referencePage(ended, []);
  const badge = `<p class="ending"><strong>${notice}</strong> <a href="${ending.link}">What to do instead</a>`;
  expect(html).toContain(`${badge}: <a href="#generateApiKey"><code>generateApiKey</code></a>`);
  const [, field = ''] = html.split('<li id="login-200-data.nickname">');
  expect(field.split('</li>')[0]).toContain(badge);
});
