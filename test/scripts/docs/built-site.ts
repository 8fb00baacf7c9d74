import type { Document } from '../../../scripts/contract/document.ts';
import { buildSite } from '../../../scripts/docs/build-site.ts';
import { readSources } from '../../../scripts/docs/sources.ts';

/** The site of the repository, for the tests of one file to share. */
export async function builtSite() {
  const sources = await readSources();
  const built = await buildSite(sources);
  /** The content of each file by its path. */
  const files = new Map(built.map(({ path, content }) => [path, content.toString()]));
  const file = (path: string): string => {
    const content = files.get(path);
    if (content === undefined) throw new Error(`the site has no ${path}`);
    return content;
  };
  return { sources, files, file };
}

/** The values of an attribute in a page, as a browser reads them. */
export function attributes(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`<[^>]* ${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll(/&#(\d+);/g, (_reference, code) => String.fromCodePoint(Number(code))),
  );
}

/** The fields of the document that hold data, not parts of it. */
const data = ['example', 'value', 'default', 'const', 'enum'];

/** The document with something else in place of some of its fields; examples are let be. */
export function rewrite(
  document: Document,
  change: (name: string, value: unknown) => unknown,
): Document {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => {
        if (data.includes(name)) return [name, field];
        const changed = change(name, field);
        return [name, changed === field ? walk(field) : changed];
      }),
    );
  };
  // What is changed keeps its shape.
  return walk(document) as Document;
}

/** The document with a decision of its own for every mark, and those decisions: each has to be shown by itself. */
export function withUniqueMarks(document: Document): {
  readonly marked: Document;
  readonly slugs: string[];
} {
  const slugs: string[] = [];
  const unique = () => {
    slugs.push(`mark-${slugs.length}-end`);
    return slugs.at(-1);
  };
  const marked = rewrite(document, (name, value) => {
    if (name !== 'x-decision') return value;
    return Array.isArray(value) ? value.map(unique) : unique();
  });
  return { marked, slugs };
}
