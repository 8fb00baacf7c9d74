import type { Document } from '../../contract/document.ts';
import { operationsOf } from '../../contract/operations.ts';
import { slugger } from '../markdown/slug.ts';
import { referenceEntry } from '../reference/reference-page.ts';
import type { MarkdownPage } from './llms.ts';
import type { SearchEntry } from './search-entry.ts';

/** `search-index.js`: what the search finds. A script, because a page from a disk cannot fetch a file. */
export function searchIndex(document: Document, guides: readonly MarkdownPage[]): string {
  const entries = [...operationEntries(document), ...guides.flatMap(sectionsOf)];
  return `globalThis.accountAccessSearch = ${JSON.stringify(entries)};\n`;
}

function operationEntries(document: Document): SearchEntry[] {
  return operationsOf(document).map(({ operation, method, path }) => ({
    href: `${referenceEntry.path}#${operation.operationId}`,
    page: referenceEntry.title,
    title: operation.summary ?? operation.operationId,
    text: `${method.toUpperCase()} ${path} ${plain(operation.description ?? '')}`,
  }));
}

// The same ids as ../markdown/render-markdown.ts gives the headings, except those of the source, whose sections have numbers.
function sectionsOf({ path, title, content }: MarkdownPage): SearchEntry[] {
  const page = path.replace(/md$/, 'html');
  const slugs = slugger(['main', 'contents']);
  const code: string[] = [];
  const withoutCode = content.replaceAll(
    /^(`{3,}).*?^\1/gms,
    (block) => `\u0000${code.push(block) - 1}\u0000`,
  );
  return withoutCode.split(/^(?=#{1,3} )/m).flatMap((section) => {
    const [, marks = '', heading = ''] = /^(#+) (.+)$/m.exec(section) ?? [];
    if (heading === '') return [];
    const name = plain(heading);
    const id = slugs(name);
    const body = section
      .slice(section.indexOf('\n'))
      .replaceAll(/\0(\d+)\0/g, (_, at) => code[Number(at)] ?? '');
    const isTitle = marks.length === 1;
    const anchor = isTitle || path === 'interface.md' ? '' : `#${id}`;
    return [{ href: `${page}${anchor}`, page: title, title: isTitle ? title : name, text: plain(body) }];
  });
}

/** The words of a Markdown text, without most of its marks. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]|^#+ |^-+$|-{3,}/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
