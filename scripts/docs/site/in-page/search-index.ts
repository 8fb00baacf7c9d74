import type { AsPlainObject } from 'minisearch';
import { type Found, findIn, readIndex } from '../find-sections.ts';

declare global {
  // Set by the same file, before this script.
  var accountAccessIndex: AsPlainObject;
  // For the search of the page, which loads this file when the reader first searches.
  var accountAccessSearch: ((query: string) => Found[]) | undefined;
}

const index = readIndex(globalThis.accountAccessIndex);

globalThis.accountAccessSearch = (query) => findIn(index, query);
