import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleScript } from './bundle-script.ts';
import { downloadPaths, downloads, exampleFiles } from './downloads/downloads.ts';
import { referenceEntry, referencePage } from './reference/reference-page.ts';
import { createIndex, type SearchEntry } from './site/find-sections.ts';
import { guide, guideMarkdown, pageOf } from './site/guides.ts';
import { home } from './site/home.ts';
import { llms, llmsFull, operationPages } from './site/llms.ts';
import { type Entry, filePart, type Part, type SiteFile } from './site/site-file.ts';
import { type Sources, textOf } from './sources.ts';

const changelog = 'CHANGELOG.md';

/** Every file of the site except its manifest. The same sources give the same files. */
export async function buildSite(sources: Sources): Promise<SiteFile[]> {
  const { document, texts, guides } = sources;
  const markdown = [...guides, [changelog, textOf(texts, changelog)] as const];
  const publishedAs = (extension: 'html' | 'md') =>
    new Map([
      ...downloadPaths,
      ...markdown.map(([source]) => [source, pageOf(source, extension)] as const),
    ]);
  const operations = operationPages(document);
  const guideTexts = markdown.map(([source, text]) =>
    guideMarkdown(source, text, publishedAs('md')),
  );
  const parts: Part[] = [
    { entry: referenceEntry, draw: (entries) => referencePage(document, entries) },
    ...markdown.map(([source, text]) => guide(source, text, publishedAs('html'))),
    ...downloads(sources),
    filePart(
      'llms.txt',
      'For language models',
      'What there is to read as Markdown, with a link to each.',
      (entries) => llms(document, operations, guideTexts, entries),
    ),
    filePart(
      'llms-full.txt',
      'For language models, all of it',
      'The introduction, every operation and every guide in one text.',
      () => llmsFull(document, guideTexts),
    ),
  ];
  const entries = parts.map(({ entry }) => entry);
  const drawn = await Promise.all(
    parts.map(async ({ entry, draw }) => ({ ...entry, content: await draw(entries) })),
  );
  const pages = drawn.filter(({ path }) => path.endsWith('.html'));
  return [
    { path: 'index.html', content: home(document, textOf(texts, 'README.md'), entries) },
    { path: 'style.css', content: await styleSheet('site', 'base', 'text', 'frame', 'home') },
    { path: 'icon.svg', content: await readFile(join(import.meta.dirname, 'site/icon.svg')) },
    { path: 'site.js', content: await bundleScript('scripts/docs/site/in-page/site.ts') },
    { path: 'search-index.js', content: await searchScript(pages) },
    { path: 'reference.css', content: await styleSheet('reference', 'text', 'examples', 'layout') },
    {
      path: 'reference.js',
      content: await bundleScript('scripts/docs/reference/in-page/reference.ts'),
    },
    ...[...drawn, ...operations, ...guideTexts, ...exampleFiles(document)],
  ];
}

async function styleSheet(folder: string, ...parts: readonly string[]): Promise<string> {
  const read = (part: string) =>
    readFile(join(import.meta.dirname, folder, `style/${part}.css`), 'utf8');
  return (await Promise.all(parts.map(read))).join('\n');
}

/** `search-index.js`: the search and its index. A script, because a page from a disk cannot fetch a file. */
async function searchScript(pages: readonly SearchPage[]): Promise<string> {
  const index = JSON.stringify(createIndex(pages.flatMap(entriesOf)));
  const search = await bundleScript('scripts/docs/site/in-page/search-index.ts');
  return `globalThis.accountAccessIndex = ${index};\n${new TextDecoder().decode(search)}`;
}

type SearchPage = SiteFile & Pick<Entry, 'title'>;

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
    const title = plainTextOf(heading);
    const isDetail = tag === 'li' || tag === 'h4';
    if (!isDetail) section = title;
    entries.push({
      href: tag === 'h1' || id === undefined ? path : `${path}#${plainTextOf(id)}`,
      page: isDetail ? `${page}: ${section}` : page,
      title,
      route: plainTextOf(/<p class="route">(.*?)<\/code>/.exec(part)?.[1] ?? ''),
      // The examples beside a section would be found for every field in them.
      text: plainTextOf(part.split('<div class="panel"')[0]?.replace(heading, '') ?? ''),
    });
  }
  return entries;
}

function plainTextOf(markup: string): string {
  return markup
    .replaceAll(/<\/?(?:i|code|span|a|strong|em)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_reference, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(lt|gt|quot|amp);/g, (_reference, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
