import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type { Document } from '../../contract/document.ts';
import { shell, sitePolicy } from '../site/shell.ts';
import type { Entry, SiteFile } from '../site/site-file.ts';
import { consolePage } from './console-page.ts';
import { embedContract } from './embed-contract.ts';

const root = join(import.meta.dirname, '../../..');

export const consoleEntry: Entry = {
  path: 'console.html',
  title: 'Console',
  summary:
    'Log in, generate a key and revoke it from the browser, on a mock inside the page or on a service.',
  group: 'reference',
};

// The reader types the address of the service, so requests may go
// to any web address.
const consolePolicy = [sitePolicy, 'connect-src http: https:'].join('; ');

/** The page that calls the API. */
export function consoleHtml(document: Document, entries: readonly Entry[]): string {
  return shell({
    path: consoleEntry.path,
    title: consoleEntry.title,
    description: consoleEntry.summary,
    entries,
    wide: true,
    policy: consolePolicy,
    styles: ['console.css'],
    main: consolePage(document),
  });
}

/** What the page loads: its style, the console itself, and the mock, which loads only when the reader uses it. */
export async function consoleFiles(document: Document): Promise<SiteFile[]> {
  const values = { embeddedContract: JSON.stringify(embedContract(document)) };
  return [
    { path: 'console.css', content: await readFile(join(root, 'console/console.css')) },
    { path: 'console.js', content: await bundle('console/console.ts', { define: values }) },
    { path: 'mock.js', content: await bundle('console/target/mock.ts', { globalName: 'accountAccessMock' }) },
  ];
}

/** A script of the site, from a module and what it imports. */
export async function bundle(entry: string, options: BuildOptions = {}): Promise<Uint8Array> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    // Not as modules: browsers do not load those from a disk.
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    legalComments: 'none',
    ...options,
    write: false,
  });
  const [script] = outputFiles ?? [];
  if (script === undefined) throw new Error(`${entry} gives no script`);
  return script.contents;
}
