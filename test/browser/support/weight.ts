import { gzipSync } from 'node:zlib';
// Bytes of a page and of what it loads, with about 3 % to spare. `*` is any page of prose, which may grow.
import budgets from '../weight.json' with { type: 'json' };
import { read } from './site.ts';

export interface Weight {
  /** In bytes. */
  readonly raw: number;
  readonly gzip: number;
}

const named: Readonly<Record<string, Weight>> = budgets;

/** The pages that have a budget of their own. */
export const namedBudgets: string[] = Object.keys(budgets).filter((path) => path !== '*');

export function budgetOf(path: string): Weight {
  return named[path] ?? budgets['*'];
}

/** Of the files of the site among these addresses, however often the page requests each, as the console requests its own headers. */
export function weightOf(requests: readonly string[]): Weight {
  const files = [...new Set(requests.map((url) => new URL(url).pathname))]
    .filter((pathname) => pathname.startsWith('/docs/'))
    .map((pathname) => read(decodeURIComponent(pathname.slice('/docs/'.length))));
  const sum = (size: (file: Buffer) => number) => files.reduce((total, file) => total + size(file), 0);
  return {
    raw: sum(({ length }) => length),
    gzip: sum((file) => gzipSync(file, { level: 9 }).length),
  };
}
