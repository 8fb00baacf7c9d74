import { join } from 'node:path';
import { buildSite } from '../../../scripts/docs/build-site.ts';
import { readSources, type Sources } from '../../../scripts/docs/sources.ts';

export interface BuiltSite {
  readonly sources: Sources;
  /** The content of each file by its path. */
  readonly files: ReadonlyMap<string, string>;
  /** The pages without scripts. */
  readonly pages: readonly (readonly [path: string, html: string])[];
  file(path: string): string;
}

/** The pages with scripts, which have tests of their own. */
const withScripts = ['reference.html', 'console.html'];

/** The site of the repository, for the tests of one file to share. */
export async function builtSite(): Promise<BuiltSite> {
  const sources = await readSources(join(import.meta.dirname, '../../..'));
  const built = await buildSite(sources);
  const files = new Map(built.map(({ path, content }) => [path, content.toString()]));
  return {
    sources,
    files,
    pages: [...files].filter(([path]) => path.endsWith('.html') && !withScripts.includes(path)),
    file: (path) => {
      const content = files.get(path);
      if (content === undefined) throw new Error(`the site has no ${path}`);
      return content;
    },
  };
}

/** The values of an attribute in a page, as a browser reads them. */
export function attributes(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`<[^>]* ${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll(/&#(\d+);/g, (_reference, code) => String.fromCodePoint(Number(code))),
  );
}
