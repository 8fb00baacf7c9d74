import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { type Clause, readClauses, sourcePath } from './clauses/read-clauses.ts';
import type { Document } from './contract/document.ts';
import { derive } from './generate/contract-files.ts';

/** With `--check` it writes nothing, and reports the files that are out of date as an error. */
const { values: options } = parseArgs({ options: { check: { type: 'boolean' } } });

const derived = [
  ...(await derive('openapi/openapi.yaml')),
  ['clauses.ts', clausesModuleOf(readClauses(await readFile(sourcePath, 'utf8')))] as const,
  ['decisions.ts', decisionsModuleOf(await readFile('docs/test/decisions.md', 'utf8'))] as const,
];
const stale: string[] = [];
await write(derived.map(([name, content]) => [join('generated', name), content]));

// These read the files above, so they are only loaded now.
const { checksDoc, checksJson } = await import('./generate/check-catalogue.ts');
const { filledPages, serviceProfileSchema } = await import('./generate/fill-pages.ts');
const { clientPage } = await import('./generate/client-page/client-page.ts');
await write([
  ['generated/check-catalogue.json', checksJson()],
  ['generated/profile.schema.json', `${JSON.stringify(serviceProfileSchema(), undefined, 2)}\n`],
  ['docs/test/checks.md', checksDoc()],
  ['docs/use/client.md', await clientPage()],
  ...(await filledPages(await readBundle())),
]);

if (stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run \`npm run generate\`.`);
  process.exitCode = 1;
}

async function readBundle(): Promise<Document> {
  // Our own bundle; the linter checks that it is OpenAPI.
  return parse(await readFile('generated/openapi.yaml', 'utf8'));
}

/** Writes files or, with `--check`, notes the ones that differ. */
async function write(files: readonly (readonly [path: string, content: string])[]): Promise<void> {
  for (const [path, content] of files) {
    if (!options.check) await writeFile(path, content);
    else if ((await readFile(path, 'utf8').catch(() => undefined)) !== content) stale.push(path);
  }
}

/** `generated/clauses.ts`: the clauses of the source by their id, for the reports of the contract tests. */
function clausesModuleOf(clauses: readonly Clause[]): string {
  const byId = Object.fromEntries(
    clauses.map(({ id, section, title, text }) => [id, { section, title, text }]),
  );
  return `// Generated from openapi/interface.md by \`npm run generate\`. Do not edit.

/** A clause of the source: the section that it is in, and its words, one line per paragraph, item or row. */
export interface Clause {
  readonly section: string;
  readonly title: string;
  readonly text: string;
}

export const clauses: Readonly<Record<string, Clause>> = ${JSON.stringify(byId, null, 2)};
`;
}

/** `generated/decisions.ts`: the sections of `docs/test/decisions.md` by their slug, for the reports of the contract tests. */
function decisionsModuleOf(markdown: string): string {
  const sections = markdown.split(/^## /m).slice(1);
  const bySlug = Object.fromEntries(sections.map((section) => sectionOf(section)));
  return `// Generated from docs/test/decisions.md by \`npm run generate\`. Do not edit.

/** What each decision says, by its slug: one line per paragraph or item, without Markdown. */
export const decisions: Readonly<Record<string, string>> = ${JSON.stringify(bySlug, null, 2)};
`;
}

function sectionOf(section: string): [slug: string, text: string] {
  const [slug = '', ...rest] = section.split('\n');
  const text = rest
    .join('\n')
    .replaceAll(/\*\*(.+?)\*\*/gs, '$1')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    // A line that continues a paragraph or an item.
    .replaceAll(/(?<!\n)\n(?!\n|- |\d+\. ) */g, ' ')
    .replaceAll(/\n\n+/g, '\n');
  return [slug.trim(), text.trim()];
}
