import { bundle } from '../console/console.ts';
import { createIndex, type SearchEntry } from './find-sections.ts';
import type { SiteFile } from './site-file.ts';

/** `search-index.js`: the search and its index. A script, because a page from a disk cannot fetch a file. */
export async function searchScript(pages: readonly SearchPage[]): Promise<string> {
  const index = JSON.stringify(createIndex(pages.flatMap(entriesOf)));
  const search = await bundle('scripts/docs/site/in-page/search-index.ts');
  return `globalThis.accountAccessIndex = ${index};\n${new TextDecoder().decode(search)}`;
}

export interface SearchPage {
  readonly path: string;
  readonly title: string;
  readonly content: SiteFile['content'];
}

/** The sections of a page, and of the reference its fields, with the addresses that the page gives them. */
export function entriesOf({ path, title: page, content }: SearchPage): SearchEntry[] {
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(content.toString()) ?? [];
  const entries: SearchEntry[] = [];
  let section = '';
  for (const part of main.split(/(?=<h[1-4][ >]|<li id="[^"]*">\n<p class="name">)/)) {
    const [, tag = '', id] = /^<(h\d|li)(?: id="([^"]*)")?/.exec(part) ?? [];
    if (tag === '') continue;
    const [, heading = ''] =
      (tag === 'li' ? /<code>(.*?)<\/code>/s : /^<h\d[^>]*>(.*?)<\/h\d>/s).exec(part) ?? [];
    const title = textOf(heading);
    const isDetail = tag === 'li' || tag === 'h4';
    if (!isDetail) section = title;
    entries.push({
      href: tag === 'h1' || id === undefined ? path : `${path}#${textOf(id)}`,
      page: isDetail ? `${page}: ${section}` : page,
      title,
      route: textOf(/<p class="route">(.*?)<\/code>/.exec(part)?.[1] ?? ''),
      // The examples beside a section would be found for every field in them.
      text: textOf(part.split('<div class="panel"')[0]?.replace(heading, '') ?? ''),
    });
  }
  return entries;
}

function textOf(markup: string): string {
  return markup
    .replaceAll(/<\/?(?:i|code|span|a|strong|em)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_reference, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(lt|gt|quot|amp);/g, (_reference, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
