import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { deadLinks } from '../../scripts/dead-links.ts';
import { renderMarkdown } from '../../scripts/docs/markdown/render-markdown.ts';

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
