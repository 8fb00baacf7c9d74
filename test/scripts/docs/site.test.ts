import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { readClauses } from '../../../scripts/clauses/read-clauses.ts';
import { entriesOf } from '../../../scripts/docs/build-site.ts';
import { manifest } from '../../../scripts/docs/site/write-site.ts';
import { attributes, builtSite } from './built-site.ts';

const site = await builtSite();

const allPages = () => [...site.files].filter(([path]) => path.endsWith('.html'));

test('every link leads to a file of the site and a place in it, or to another site', () => {
  for (const [from, html] of allPages()) {
    for (const href of [...attributes(html, 'href'), ...attributes(html, 'src')]) {
      if (/^https?:\/\//.test(href)) continue;
      const [path = '', fragment] = href.split('#');
      const target = path === '' ? from : posix.join(posix.dirname(from), path);
      expect([...site.files.keys(), 'headers.json'], `${href} in ${from}`).toContain(target);
      if (fragment !== undefined)
        expect(attributes(site.file(target), 'id'), `${href} in ${from}`).toContain(
          decodeURIComponent(fragment),
        );
    }
  }
});

test('every link of a Markdown file leads to a file of the site, and to a section of it', () => {
  for (const [from, markdown] of site.files) {
    if (!/\.(?:md|txt)$/.test(from)) continue;
    const text = markdown.replaceAll(/^(`{3,}).*?^\1/gms, '').replaceAll(/`[^`]*`/g, '');
    for (const [, href = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:\/\//.test(href)) continue;
      const [path = '', fragment] = href.split('#');
      const target = path === '' ? from : posix.join(posix.dirname(from), path);
      expect([...site.files.keys()], `${href} in ${from}`).toContain(target);
      // Its Markdown is somebody else's, without anchors. Its page has them.
      if (target === 'interface.md')
        expect(attributes(site.file('interface.html'), 'id'), `${href} in ${from}`).toContain(
          fragment ?? 'main',
        );
      else if (fragment !== undefined)
        expect(site.file(target), `${href} in ${from}`).toMatch(
          new RegExp(`^#+ \`?${fragment.replaceAll('-', '[ -]')}\`?$`, 'mi'),
        );
    }
  }
});

test('no page has an id twice', () => {
  for (const [path, html] of allPages()) {
    const ids = attributes(html, 'id');
    expect(ids, path).toEqual([...new Set(ids)]);
  }
});

test('every page can be reached from the home', () => {
  const links = attributes(site.file('index.html'), 'href');
  for (const path of site.files.keys())
    if (path.endsWith('.html') && path !== 'index.html') expect(links).toContain(path);
});

test('each Markdown file of docs/ and the changelog is a page, and each decision a place in its page', () => {
  for (const source of [...site.sources.guides.keys(), 'CHANGELOG.md']) {
    const [, title = ''] = /^# (.+)$/m.exec(site.sources.guides.get(source) ?? '# Changelog') ?? [];
    const html = site.file(`${posix.basename(source, '.md').toLowerCase()}.html`);
    expect(html).toContain(`>${title}</h1>`);
  }
  const written = site.sources.guides.get('docs/explanation/decisions.md') ?? '';
  const slugs = [...written.matchAll(/^## (.+)$/gm)].map(([, slug]) => slug);
  expect(slugs.length).toBeGreaterThan(10);
  expect(attributes(site.file('decisions.html'), 'id')).toEqual(expect.arrayContaining(slugs));
});

test('the source is published word for word, and each section, item and row of it can be linked', () => {
  const source = site.sources.guides.get('docs/reference/interface.md') ?? '';
  expect(site.file('interface.md')).toBe(source);
  const page = site.file('interface.html');
  const ids = attributes(page, 'id');
  for (const { id } of readClauses(source)) expect(ids).toContain(id);
  expect(page).toContain(
    '<li id="4.1.2" class="clause"><a href="#4.1.2" class="self">4.1.2</a> Authorization header',
  );
  expect(page).toContain(
    '<tr id="2.1-status.code">\n<td><a href="#2.1-status.code" class="self">status.code</a></td>',
  );
});

test('a guide leads to the guides before and after it, to itself as Markdown, and has the menu of its readers', () => {
  const page = site.file('scaling.html');
  expect(page).toMatch(/ href="[\w-]+\.html" rel="prev">.* href="[\w-]+\.html" rel="next">/s);
  expect(page).toContain('<a class="source" href="scaling.md" type="text/markdown">');
  const [, menu = ''] =
    /<nav class="pages" aria-label="Run the service">(.*?)<\/nav>/s.exec(page) ?? [];
  expect(menu).toContain('<a href="scaling.html" aria-current="page">');
  expect(attributes(menu, 'href')).not.toContain('first-key.html');
});

test('every address that the search finds is there', () => {
  const pages = [...site.files].filter(([path]) => /(?<!index)\.html$/.test(path));
  const entries = pages.flatMap(([path, content]) => entriesOf({ path, title: path, content }));
  expect(entries.length).toBeGreaterThan(400);
  expect(new Set(entries.map(({ href }) => href)).size).toBe(entries.length);
  for (const { href } of entries) {
    const [path = '', id] = href.split('#');
    if (id === undefined) site.file(path);
    else expect(attributes(site.file(path), 'id'), href).toContain(id);
  }
});

test('each file has its content type, the policy of its page, and a policy against frames', () => {
  const files = [...site.files].map(([path, content]) => ({ path, content }));
  const { files: headers } = manifest(files);
  expect(Object.keys(headers).toSorted()).toEqual(
    [...site.files.keys(), 'headers.json'].toSorted(),
  );
  for (const [path, own] of Object.entries(headers)) {
    const policy = own['Content-Security-Policy'];
    expect(policy).toMatch(/^default-src 'none'.*; frame-ancestors 'none'$/);
    if (path.endsWith('.html'))
      expect(site.file(path)).toContain(`content="${policy.replace(/; frame-ancestors.*/, '')}"`);
  }
  expect(headers['index.html']?.['Content-Type']).toBe('text/html; charset=utf-8');
  expect(() => manifest([{ path: 'a.exe', content: '' }])).toThrow(
    'knows no content type for a.exe',
  );
  expect(() => manifest([{ path: 'a.html', content: '<p>' }])).toThrow('a.html has no <meta');
});
