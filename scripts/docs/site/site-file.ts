import type { Position } from './navigation.ts';

export interface SiteFile {
  /** Below the folder of the site, with `/` between its parts. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

export interface Entry {
  readonly path: string;
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  readonly group: 'reference' | 'guides' | 'files';
  /** Of a guide. */
  readonly place?: Position;
}

export interface Part {
  readonly entry: Entry;
  /** @param entries all pages and files of the site. */
  draw(entries: readonly Entry[]): SiteFile['content'] | Promise<SiteFile['content']>;
}

/** A file that is listed with the downloads, by its path, title and summary. */
export const filePart = (
  path: string,
  title: string,
  summary: string,
  draw: Part['draw'],
): Part => ({
  entry: { path, title, summary, group: 'files' },
  draw,
});
