import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { deadLinks } from '../../scripts/dead-links.ts';
import { renderMarkdown } from '../../scripts/docs/markdown/render-markdown.ts';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => existsSync(path));
const pages = files.filter((path) => path.endsWith('.md'));

test.each(pages)('every relative link of %s leads to a file', (page) => {
  expect(deadLinks(page, readFileSync(page, 'utf8'), files)).toEqual([]);
});

const anchors = new Map<string, ReadonlySet<string>>();

function anchorsOf(page: string): ReadonlySet<string> {
  const found =
    anchors.get(page) ??
    new Set(
      renderMarkdown(readFileSync(page, 'utf8'), {
        hasClauses: page.endsWith('interface.md'),
      }).html.markup.match(/(?<= id=")[^"]+/g) ?? [],
    );
  anchors.set(page, found);
  return found;
}

test.each(pages)('every link of %s to a part of a page leads to a heading', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s:]*\.md)?#([^)\s]+)\)/g)];
  const dead = links
    .map(
      ([, path = posix.basename(page), anchor = '']) =>
        [posix.join(posix.dirname(page), path), anchor] as const,
    )
    .filter(([target, anchor]) => !anchorsOf(target).has(anchor));
  expect(dead).toEqual([]);
});
