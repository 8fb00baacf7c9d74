import { posix } from 'node:path';
import { sourcePath } from '../../clauses/read-clauses.ts';
import { html } from '../markdown/html.ts';
import { firstParagraph, renderMarkdown } from '../markdown/render-markdown.ts';
import type { MarkdownPage } from './llms.ts';
import { positionOf } from './navigation.ts';
import { shell } from './shell.ts';
import type { Entry, Part } from './site-file.ts';

export function guide(
  source: string,
  written: string,
  published: ReadonlyMap<string, string>,
): Part {
  const markdown = withoutComments(written);
  const [, title = posix.basename(source, '.md')] = /^# (.+)$/m.exec(markdown) ?? [];
  const isGuide = source.startsWith('docs/');
  const entry: Entry = {
    path: pageOf(source, 'html'),
    title,
    summary: firstSentence(firstParagraph(markdown)),
    group: isGuide ? 'guides' : 'files',
    ...(isGuide && { place: positionOf(source) }),
  };
  return {
    entry,
    draw: (entries) => {
      const { html: main, headings } = renderMarkdown(markdown, {
        resolve: linkResolver(published, source),
        hasClauses: source === sourcePath,
      });
      return shell({
        entry,
        entries,
        headings,
        main: html`${source === sourcePath && aboutTheSource}<article>${main}</article>`,
      });
    },
  };
}

const aboutTheSource = html`<p class="note">This is the source of the contract, word for word. The numbers of items are ours: with them, <a href="decisions.html">decisions</a> and <a href="checks.html">checks</a> link the words that they rest on.</p>`;

/** `docs/how-to/deploy.md` is `deploy.html`, and `CHANGELOG.md` is `changelog.html`. */
export function pageOf(source: string, extension: 'html' | 'md'): string {
  return `${posix.basename(source, '.md').toLowerCase()}.${extension}`;
}

/** The same file for reading as Markdown, with links that lead to other files of the site. */
export function guideMarkdown(
  source: string,
  written: string,
  published: ReadonlyMap<string, string>,
): MarkdownPage {
  const { title, summary } = guide(source, written, published).entry;
  const resolve = linkResolver(published, source);
  const content = withoutComments(written).replaceAll(
    /^(`{3,}).*?^\1|\[([^\]]*)\]\(([^()\s]+)\)/gms,
    (whole, fence: string | undefined, text: string, href: string) => {
      if (fence !== undefined) return whole;
      const target = resolve(href);
      return target === undefined ? text : `[${text}](${target})`;
    },
  );
  return { path: pageOf(source, 'md'), title, summary, content };
}

function withoutComments(markdown: string): string {
  return markdown.replaceAll(/^<!--.*?-->\n*/gms, '');
}

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/s.exec(text)?.[0].replace(/:$/, '.') ?? text;
}

/** `undefined` for a file that the site does not have. @param published paths on the site, by their source */
export function linkResolver(published: ReadonlyMap<string, string>, from: string) {
  return (href: string): string | undefined => {
    if (/^(?:#|[a-z][a-z0-9+.-]*:)/i.test(href)) return href;
    const [, path = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
    const target = published.get(posix.join(posix.dirname(from), path));
    return target === undefined ? undefined : target + fragment;
  };
}
