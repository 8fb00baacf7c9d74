import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

/**
 * Links that VitePress takes for pages of its own. One to the reference must load it. One that leaves `docs/`, such as to a source
 * file, helps only in the repository: on the site, its words remain.
 */
export function adjustLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('links to other places', ({ tokens, env }) => {
    for (const { children } of tokens) {
      const dropped: boolean[] = [];
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = token.attrGet('href') ?? '';
          const path = pathOf(href, env.relativePath);
          dropped.push(path.startsWith('../'));
          if (/^(reference|downloads)\/(?!.*\.md)/.test(path)) {
            token.attrSet('href', `/docs/${path}`);
            token.attrSet('target', '_self');
          }
        }
        const isDropped = token.type === 'link_close' ? dropped.pop() : dropped.at(-1);
        if (isDropped && token.type.startsWith('link_')) {
          token.type = 'text';
          token.content = '';
        }
      }
    }
  });
}

/** Where a link leads, from `docs/`. Empty for another site, and for a part of the same page. */
function pathOf(href: string, page: string): string {
  if (/^(#|[a-z][a-z0-9+.-]*:)/i.test(href)) return '';
  return href.startsWith('/')
    ? href.slice(1).replace(/^docs\//, '')
    : posix.join(posix.dirname(page), href);
}
