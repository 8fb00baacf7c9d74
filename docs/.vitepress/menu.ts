import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';

const docs = join(import.meta.dirname, '..');

/** Who reads which pages, in the order in which they are read. Pages that are not named follow by name. */
const audiences = [
  {
    title: 'Use the API',
    folder: 'use',
    pages: [
      'quickstart',
      'authentication',
      'api-keys',
      'errors',
      'client',
      'browser',
      'mock',
      'other-languages',
      'changelog',
    ],
  },
  {
    title: 'Test your server',
    folder: 'test',
    pages: ['tutorial', 'profile-and-reports', 'checks', 'decisions'],
  },
  {
    title: 'Run the service',
    folder: 'run',
    pages: [
      'deploy',
      'accounts-and-keys',
      'back-up-and-restore',
      'monitor',
      'configuration',
      'security',
    ],
  },
];

export interface Page {
  /** Without its ending, below `docs/`: `use/quickstart`. */
  readonly path: string;
  readonly title: string;
  /** The first sentence of the page, which says what it is for. */
  readonly summary: string;
}

export interface Part {
  readonly title: string;
  readonly pages: readonly Page[];
}

export const parts: readonly Part[] = audiences.map(({ title, folder, pages }) => ({
  title,
  pages: namesIn(folder)
    .toSorted((a, b) => placeOf(a, pages) - placeOf(b, pages))
    .map((name) => readPage(`${folder}/${name}`)),
}));

export const sidebar: DefaultTheme.SidebarItem[] = parts.map(({ title, pages }) => ({
  text: title,
  items: pages.map(({ path, title: text }) => ({ text, link: `/${path}` })),
}));

function namesIn(folder: string): string[] {
  const path = join(docs, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .toSorted();
}

function placeOf(name: string, order: readonly string[]): number {
  const place = order.indexOf(name);
  return place < 0 ? order.length : place;
}

/** @throws Error for a page without a title */
function readPage(path: string): Page {
  const text = readFileSync(join(docs, `${path}.md`), 'utf8');
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (title === undefined) throw new Error(`docs/${path}.md has no title`);
  return { path, title: title.replaceAll('`', ''), summary: summaryOf(text) };
}

/** The first sentence below the title, as plain text. */
export function summaryOf(text: string): string {
  const [, paragraph = ''] = /^# .+\n+((?:(?![#<`|>-]).+\n?)+)/m.exec(text) ?? [];
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.*?[.:?](?= [A-Z]|$)/.exec(plain)?.[0] ?? plain;
}
