import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Document } from '../contract/document.ts';
import { root } from '../linters.ts';
import { kinds, positionOf } from './site/navigation.ts';

export type Sources = Awaited<ReturnType<typeof readSources>>;

const published = [
  'generated/openapi.yaml',
  'generated/openapi-3.0.yaml',
  'generated/openapi.json',
  'generated/openapi-annotated.yaml',
  'openapi/workflows.arazzo.yaml',
  'generated/profile.schema.json',
  'conformance/engine/report.schema.json',
  'CHANGELOG.md',
  'README.md',
];

export async function readSources() {
  const folders = await Promise.all(Object.keys(kinds).map((kind) => markdownFilesIn(`docs/${kind}`)));
  const read = async (path: string) => [path, await readFile(join(root, path), 'utf8')] as const;
  const texts = new Map(await Promise.all(published.map(read)));
  return {
    // Our own bundle; the linter checks that it is OpenAPI.
    document: parse(textOf(texts, 'generated/openapi-annotated.yaml')) as Document,
    /** Files that are published as they are: their content by their path in the repository. */
    texts,
    /** The Markdown files of `docs/` by their path, such as `docs/explanation/decisions.md`. */
    guides: new Map(await Promise.all(folders.flat().toSorted(byPosition).map(read))),
  };
}

const byPosition = (a: string, b: string) => positionOf(a).order - positionOf(b).order;

async function markdownFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder));
  return names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
}

export function textOf(texts: ReadonlyMap<string, string>, path: string): string {
  const text = texts.get(path);
  if (text === undefined) throw new Error(`${path} is not among the sources of the docs`);
  return text;
}

/** Folders and files that the site depends on. The lock file represents what is installed. */
const inputs = ['docs', 'scripts', 'client', 'console', 'mock', 'server', ...published, 'package-lock.json'];

export async function fingerprint(root: string): Promise<string> {
  const paths = (await Promise.all(inputs.map((input) => filesBelow(root, input)))).flat();
  const hash = createHash('sha256');
  for (const path of paths) {
    const content = await readFile(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function filesBelow(root: string, input: string): Promise<string[]> {
  if (input.includes('.')) return [input];
  const found = await readdir(join(root, input), { recursive: true, withFileTypes: true });
  return found
    .filter((file) => file.isFile() && !file.parentPath.includes('node_modules'))
    .map((file) => join(file.parentPath, file.name).slice(root.length + 1))
    .toSorted();
}
