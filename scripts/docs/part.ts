import type { Entry } from './shell.ts';
import type { SiteFile } from './site-file.ts';

/** A page or file that menus and lists lead to. */
export interface Part {
  readonly entry: Entry;
  /** @param entries all there is to find on the site. */
  draw(entries: readonly Entry[]): SiteFile['content'] | Promise<SiteFile['content']>;
}
