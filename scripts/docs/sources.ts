import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { markDecisions } from '../../conformance/suite/mark-decisions.ts';
import type { Document } from '../contract/document.ts';
import { root } from '../linters.ts';
import { kinds, positionOf } from './site/navigation.ts';

export type Sources = Awaited<ReturnType<typeof readSources>>;

/** The files that the site has unchanged: each with its title and a summary. */
export const copied = [
  [
    'generated/openapi.yaml',
    'OpenAPI, YAML',
    'The whole contract in one file. Postman and Insomnia import it.',
  ],
  ['generated/openapi.json', 'OpenAPI, JSON', 'The same, for programs.'],
  [
    'generated/openapi-3.0.yaml',
    'OpenAPI 3.0, YAML',
    'The same, for tools that do not read OpenAPI 3.1.',
  ],
  [
    'openapi/workflows.arazzo.yaml',
    'Workflows, Arazzo',
    'Sequences of calls that belong together.',
  ],
  [
    'generated/profile.schema.json',
    'Profile schema',
    'What a profile of the contract tests may say.',
  ],
  ['conformance/engine/report.schema.json', 'Report schema', 'What the contract tests report.'],
] as const;

const published = [...copied.map(([path]) => path), 'CHANGELOG.md', 'README.md'];

export async function readSources() {
  const folders = await Promise.all(
    Object.keys(kinds).map((kind) => markdownFilesIn(`docs/${kind}`)),
  );
  const read = async (path: string) => [path, await readFile(join(root, path), 'utf8')] as const;
  const texts = new Map(await Promise.all(published.map(read)));
  return {
    // Our own bundle; the linter checks that it is OpenAPI.
    document: markDecisions(parse(textOf(texts, 'generated/openapi.yaml'))) as Document,
    /** Files that are published as they are: their content by their path in the repository. */
    texts,
    /** The Markdown files of `docs/` by their path, such as `docs/explanation/decisions.md`. */
    guides: new Map(await Promise.all(folders.flat().toSorted(byPosition).map(read))),
  };
}

const byPosition = (a: string, b: string) => positionOf(a).order - positionOf(b).order;

async function markdownFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder)).catch(() => []);
  return names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
}

export function textOf(texts: ReadonlyMap<string, string>, path: string): string {
  const text = texts.get(path);
  if (text === undefined) throw new Error(`${path} is not among the sources of the docs`);
  return text;
}
