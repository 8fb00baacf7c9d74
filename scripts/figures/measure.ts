import { findWords } from '../lint-words/find-words.ts';
import { importCycles } from '../source/cycles.ts';
import { importGraph } from '../source/imports.ts';
import type { Sources } from '../source/tracked-files.ts';

export interface Size {
  readonly files: number;
  readonly lines: number;
}

export interface Figures {
  readonly folders: ReadonlyMap<string, Size>;
  readonly total: Size;
  readonly totalWithoutTests: Size;
  /** Source files outside `test/` with few lines and a single importer. */
  readonly small: readonly string[];
  /** Groups of files that import one another, with at least one file outside `test/`. */
  readonly cycles: readonly (readonly string[])[];
  readonly cyclesInTests: readonly (readonly string[])[];
  readonly importExpress: readonly string[];
  readonly words: number;
}

/** Measures the hand-written files. @param smallLines how many lines a small file has at most. */
export function measure(sources: Sources, smallLines: number): Figures {
  const graph = importGraph(sources);
  const cycles = importCycles(graph);
  const paths = [...sources.keys()];
  const sizeOf = (some: readonly string[]): Size => ({
    files: some.length,
    lines: some.reduce((sum, path) => sum + linesOf(sources.get(path)), 0),
  });
  const folders = new Set(paths.map(folderOf).sort());
  const product = paths.filter((path) => !isTest(path));
  const importers = new Map<string, Set<string>>();
  for (const [from, imports] of graph)
    for (const { to } of imports)
      if (!isTest(from)) importers.set(to, (importers.get(to) ?? new Set()).add(from));
  return {
    folders: new Map(
      [...folders].map((folder) => [folder, sizeOf(paths.filter((path) => folderOf(path) === folder))]),
    ),
    total: sizeOf(paths),
    totalWithoutTests: sizeOf(product),
    small: product.filter(
      (path) =>
        graph.has(path) && linesOf(sources.get(path)) <= smallLines && importers.get(path)?.size === 1,
    ),
    cycles: cycles.filter((cycle) => !cycle.every(isTest)),
    cyclesInTests: cycles.filter((cycle) => cycle.every(isTest)),
    importExpress: product.filter((path) => graph.get(path)?.some(({ to }) => to === 'express')),
    words: [...sources].reduce((sum, [path, text]) => sum + findWords(path, text).length, 0),
  };
}

const folderOf = (path: string) => (path.includes('/') ? path.replace(/\/.*/, '/') : '(root)');

const isTest = (path: string) => path.startsWith('test/');

const linesOf = (text = '') => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
