import { posix } from 'node:path';
import { html } from './escape.ts';
import { firstParagraph, renderMarkdown } from './markdown.ts';
import type { Part } from './part.ts';
import { linkResolver } from './resolve-link.ts';
import { shell } from './shell.ts';

/** A page for a Markdown file of the repository. */
export function guide(source: string, written: string, published: ReadonlyMap<string, string>): Part {
  const markdown = withoutComments(written);
  const [, title = posix.basename(source, '.md')] = /^# (.+)$/m.exec(markdown) ?? [];
  const path = pageOf(source);
  const summary = firstSentence(firstParagraph(markdown));
  return {
    entry: { path, title, summary, group: 'guides' },
    draw: (entries) => {
      const { html: main, headings } = renderMarkdown(markdown, { resolve: linkResolver(published, source) });
      return shell({
        path,
        title,
        description: summary,
        entries,
        headings,
        main: html`<article>${main}</article>`,
      });
    },
  };
}

/** `docs/contract-tests.md` is `contract-tests.html`, and `CHANGELOG.md` is `changelog.html`. */
export function pageOf(source: string): string {
  return `${posix.basename(source, '.md').toLowerCase()}.html`;
}

function withoutComments(markdown: string): string {
  return markdown.replaceAll(/^<!--.*?-->\n*/gms, '');
}

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/s.exec(text)?.[0].replace(/:$/, '.') ?? text;
}
