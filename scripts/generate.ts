import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readClauses, sourcePath } from './clauses/read-clauses.ts';
import type { Document } from './contract/document.ts';
import { clausesModuleOf, decisionsModuleOf } from './generate/clauses-module.ts';
import { derive, deriveInternal } from './generate/contract-files.ts';

/**
 * Writes what is derived from the contract and its source, and the pages of the checks, of the commands and of the contract's releases. With
 * `--check` it writes nothing, and reports the files that are out of date as an error.
 */
const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    into: { type: 'string', default: 'generated' },
  },
});

const derived = [
  ...(await derive('openapi/openapi.yaml')),
  ...(await deriveInternal('openapi/internal.yaml')),
  ['clauses.ts', clausesModuleOf(readClauses(await readFile(sourcePath, 'utf8')))] as const,
  ['decisions.ts', decisionsModuleOf(await readFile('docs/explanation/decisions.md', 'utf8'))] as const,
];
const stale: string[] = [];
await write(derived.map(([name, content]) => [join(options.into, name), content]));

// These read the files above, so they are only loaded now.
const { checksDoc, checksJson } = await import('./generate/check-catalogue.ts');
const { commandLinePage } = await import('../bin/help/page.ts');
const { sourceToTests } = await import('./generate/source-to-tests.ts');
const { readTraces } = await import('./clauses/trace-clauses.ts');
const { filledPages } = await import('./generate/fill-pages.ts');
const { schemes, terminalPicture } = await import('./generate/terminal-picture.ts');
const { contractChangelog } = await import('./generate/contract-changelog.ts');
const { clientPage } = await import('./generate/client-page/client-page.ts');
const tutorial = await readFile('docs/tutorials/pass-the-contract-tests.md', 'utf8');
const pictures = options.into === 'generated' ? 'docs/pictures' : options.into;
const docs = options.into === 'generated' ? 'docs/reference' : options.into;
await write([
  [join(options.into, 'check-catalogue.json'), checksJson()],
  [join(docs, 'checks.md'), checksDoc()],
  [join(docs, 'source-to-tests.md'), sourceToTests(await readTraces(), await readBundle())],
  [join(docs, 'cli.md'), await commandLinePage()],
  [join(docs, 'contract-changelog.md'), await contractChangelog()],
  [join(docs, 'client.md'), await clientPage()],
  ...Object.entries(schemes).map(
    ([name, colours]) =>
      [join(pictures, `contract-tests-${name}.svg`), terminalPicture(tutorial, colours)] as const,
  ),
  ...(await filledPages(await readBundle())).map(([name, text]) => [join(docs, name), text] as const),
]);

if (stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run \`npm run generate\`.`);
  process.exitCode = 1;
}

async function readBundle(): Promise<Document> {
  // Our own bundle; the linter checks that it is OpenAPI.
  return JSON.parse(await readFile('generated/openapi.json', 'utf8'));
}

/** Writes files or, with `--check`, notes the ones that differ. */
async function write(files: readonly (readonly [path: string, content: string])[]): Promise<void> {
  await mkdir(options.into, { recursive: true });
  for (const [path, content] of files) {
    if (!options.check) await writeFile(path, content);
    else if ((await existing(path)) !== content) stale.push(path);
  }
}

async function existing(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
}
