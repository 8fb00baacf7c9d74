import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { deadLinks } from '../../scripts/dead-links.ts';
import { renderMarkdown } from '../../scripts/docs/markdown/render-markdown.ts';
import { toolName } from '../../scripts/install.ts';

/** The files that git tracks or would add, and that are there. */
function filesOfTree(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  return paths.filter((path) => path !== '' && existsSync(path));
}

const files = filesOfTree();
const pages = files.filter((path) => path.endsWith('.md'));

test.each(pages)('every relative link of %s leads to a file', (page) => {
  expect(deadLinks(page, readFileSync(page, 'utf8'), files)).toEqual([]);
});

const anchors = new Map<string, readonly string[]>(
  pages.map((page) => {
    const { markup } = renderMarkdown(readFileSync(page, 'utf8')).html;
    return [page, markup.match(/(?<= id=")[^"]+/g) ?? []];
  }),
);

test.each(pages)('every link of %s to a part of a page leads to a heading', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s:]*\.md)?#([^)\s]+)\)/g)];
  const dead = links
    .map(
      ([, path = posix.basename(page), anchor = '']) =>
        [posix.join(posix.dirname(page), path), anchor] as const,
    )
    .filter(([target, anchor]) => !anchors.get(target)?.includes(anchor));
  expect(dead).toEqual([]);
});

const otherLanguages = readFileSync('docs/use/other-languages.md', 'utf8');

test('the page on other languages names the version of each tool that the check runs', () => {
  const installed = otherLanguages.matchAll(/(?<= )(@?[\w/-]+)@(\d[\d.]+)/g);
  const named = otherLanguages.matchAll(/`([\w-]+)`\s(\d[\d.]*\d)/g);
  const tools = [...installed, ...named].map(([, name = '', version = '']) => ({ name, version }));

  expect(tools).toHaveLength(6);
  expect(tools.map(({ name, version }) => `${name} ${version}`)).toEqual(
    tools.map(({ name }) => toolName(name)),
  );
});
