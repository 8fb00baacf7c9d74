import type { MarkdownRenderer } from 'vitepress';

/** A link that leaves `docs/` helps in the repository. On the site it leads to a download, or only its words remain. */
export function adjustLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('links out of docs', ({ tokens }) => {
    for (const children of tokens.map((token) => token.children ?? [])) {
      for (const [at, token] of children.entries()) {
        const href = token.attrGet('href');
        if (!href?.startsWith('../../')) continue;

        if (href.startsWith('../../generated/')) {
          token.attrSet('href', href.replace('../../generated/', '/downloads/'));
        } else {
          // Links do not nest.
          const end = children.findIndex(({ type }, other) => other > at && type === 'link_close');
          for (const place of [at, end]) Object.assign(children[place] ?? {}, { type: 'text' });
        }
      }
    }
  });
}
