import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Page, parts } from './menu.ts';

const root = join(import.meta.dirname, '../..');

/** The files that the site has unchanged, each with what it is. */
const downloads: readonly (readonly [path: string, about: string])[] = [
  ['generated/openapi.yaml', 'The contract, OpenAPI 3.1'],
  ['generated/openapi.json', 'The same as JSON'],
  ['generated/openapi-3.0.yaml', 'The same for tools that read only OpenAPI 3.0'],
  ['generated/workflows.arazzo.yaml', 'Sequences of calls, Arazzo'],
  ['generated/profile.schema.json', 'The schema of a profile of the contract tests'],
  ['conformance/engine/report.schema.json', 'The schema of a report of the contract tests'],
];

/** Publishes the contract, the Markdown of every page next to it, and `llms.txt`, a list of all (https://llmstxt.org). */
export async function publishSources(folder: string, pages: readonly string[]): Promise<void> {
  for (const [path] of downloads) await copy(path, join(folder, 'downloads', basename(path)));
  for (const page of pages) await copy(join('docs', page), join(folder, page));
  await writeFile(join(folder, 'llms.txt'), await llms());
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(join(root, from), to);
}

async function llms(): Promise<string> {
  const { info } = JSON.parse(await readFile(join(root, 'generated/openapi.json'), 'utf8'));
  const sections = [
    `# ${info.title}\n\n> ${info.summary}`,
    ...parts
      .filter(({ pages }) => pages.length > 0)
      .map(({ title, pages }) => `## ${title}\n\n${pages.map(line).join('\n')}`),
    `## Files\n\n${downloads.map(([path, about]) => `- [${basename(path)}](downloads/${basename(path)}): ${about}`).join('\n')}`,
  ];
  return `${sections.join('\n\n')}\n`;
}

function line({ path, title, summary }: Page): string {
  return `- [${title}](${path}.md): ${summary}`;
}
