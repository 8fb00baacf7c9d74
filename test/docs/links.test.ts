import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { slug } from '../../docs/.vitepress/slug.ts';
import { deadLinks } from '../../scripts/dead-links.ts';

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
  pages.map((page) => [page, anchorsIn(readFileSync(page, 'utf8'))]),
);

/** The second heading of the same name ends in `-1`. */
function anchorsIn(text: string): string[] {
  const headings = text.replaceAll(/^(`{3,}).*?^\1/gms, '').matchAll(/^#{1,6} (.+)$/gm);
  const slugs = Array.from(headings, ([, heading = '']) =>
    slug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
  );
  return slugs.map((name, at) => {
    const before = slugs.slice(0, at).filter((other) => other === name).length;
    return before === 0 ? name : `${name}-${before}`;
  });
}

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
