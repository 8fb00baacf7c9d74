import { expect, test } from 'vitest';
import { escapeText, html, trusted } from '../../../scripts/docs/markdown/html.ts';
import { renderMarkdown } from '../../../scripts/docs/markdown/render-markdown.ts';
import { linkResolver } from '../../../scripts/docs/site/guides.ts';

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
  const { html, headings } = renderMarkdown('# Title\n## Key `id`s\n## Key ids\n## [linked](x.md)\n## !');
  expect(headings.map(({ id }) => id)).toEqual(['title', 'key-ids', 'key-ids-1', 'linked', 'section']);
  expect(html.markup).toContain(
    '<h2 id="key-ids"><a class="self" href="#key-ids">Key <code>id</code>s</a></h2>',
  );
  expect(html.markup).toContain('<h2 id="linked"><a href="x.md">linked</a></h2>');
});

test('a table can get the focus, and is named after its section', () => {
  const table = '| | a |\n| --- | --- |\n| 1 | 2 |\n';
  const text = markup(`## Limits\n\n${table}\n${table}`);
  expect(text).toContain('<div class="scroll" role="region" tabindex="0" aria-label="Limits"><table>');
  expect(text).toContain('aria-label="Limits (2)"');
  expect(text).toContain('<td></td>\n<th scope="col">a</th>');
});

test('a drawing keeps its columns and can be scrolled, and so does code', () => {
  expect(markup('```\na  b\n```')).toContain('<pre class="drawing" tabindex="0"><code>a  b');
  expect(markup('```json\n{}\n```')).toContain('<pre tabindex="0"><code>{}');
});

test('code is marked by classes, and otherwise unchanged', () => {
  expect(markup('```ts\nconst a = "<b>"; // &\n```')).toContain(
    '<code><i class="w">const</i> a = <i class="s">"&#60;b&#62;"</i>; <i class="c">// &#38;</i>\n</code>',
  );
  expect(markup('```nonsense\nif <b>\n```')).toContain('<code>if &#60;b&#62;\n</code>');
});

test('links lead to the file on the site, and a missing file is named without a link', () => {
  const published = new Map([
    ['docs/a.md', 'a.html'],
    ['CHANGELOG.md', 'changelog.html'],
  ]);
  const resolve = linkResolver(published, 'docs/b.md');
  expect(resolve('a.md#part')).toBe('a.html#part');
  expect(resolve('../CHANGELOG.md')).toBe('changelog.html');
  expect(resolve('#part')).toBe('#part');
  expect(resolve('https://example.com/a.md')).toBe('https://example.com/a.md');
  expect(resolve('../server/main.ts')).toBe(undefined);
  const { html } = renderMarkdown('See [`main`](../server/main.ts) and [a](a.md).', { resolve });
  expect(html.markup).toBe('<p>See <code>main</code> and <a href="a.html">a</a>.</p>\n');
});
