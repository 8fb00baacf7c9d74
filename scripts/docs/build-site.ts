import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { guide, pageOf } from './guides.ts';
import { home } from './home.ts';
import type { Part } from './part.ts';
import { reference } from './reference.ts';
import type { SiteFile } from './site-file.ts';
import { type Sources, textOf } from './sources.ts';

/** Every file of the site but its manifest. The same sources give the same files. */
export async function buildSite(sources: Sources): Promise<SiteFile[]> {
  const { document } = sources;
  const parts = [...referencesOf(sources), ...guidesOf(sources)];
  const entries = parts.map(({ entry }) => entry);
  const drawn = parts.map(async ({ entry, draw }) => ({ path: entry.path, content: await draw(entries) }));
  return [
    { path: 'index.html', content: home(document, entries) },
    { path: 'style.css', content: await styleSheet() },
    { path: 'icon.svg', content: await readFile(join(import.meta.dirname, 'icon.svg')) },
    ...(await Promise.all(drawn)),
  ];
}

function referencesOf({ document }: Sources): Part[] {
  return [
    {
      entry: {
        path: 'reference.html',
        title: 'Reference',
        summary: 'Every operation side by side with its examples; folds, and can be searched.',
        group: 'reference',
      },
      draw: () => reference(document),
    },
  ];
}

function guidesOf({ guides, texts }: Sources): Part[] {
  const changelog = 'CHANGELOG.md';
  const published = new Map([...guides.keys(), changelog].map((source) => [source, pageOf(source)]));
  return [...guides, [changelog, textOf(texts, changelog)] as const].map(([source, markdown]) =>
    guide(source, markdown, published),
  );
}

async function styleSheet(): Promise<string> {
  const parts = ['base', 'text', 'frame', 'home', 'reference'];
  const read = (part: string) => readFile(join(import.meta.dirname, `style/${part}.css`), 'utf8');
  return (await Promise.all(parts.map(read))).join('\n');
}
