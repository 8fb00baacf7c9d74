import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transform } from 'esbuild';
import type { Document } from '../../contract/document.ts';
import { redocly } from '../../redocly.ts';
import type { Entry } from '../site/site-file.ts';
import { cut } from './cuts.ts';
import { frame, type Link } from './frame.ts';
import { policyFor, thirdParties } from './policy.ts';

/** The reference with search and folding, in one page with everything that it needs. */
export async function reference(document: Document, entries: readonly Entry[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reference-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(withAddresses(document)));
    return await page(file, otherPages(entries));
  } finally {
    await rm(folder, { recursive: true });
  }
}

// If the URL of a server is only a variable, Redoc treats it as a path on the host of the page.
function withAddresses(document: Document): Document {
  const servers = document.servers?.map(({ variables = {}, ...server }) => ({
    ...server,
    url: server.url.replaceAll(/\{(\w+)\}/g, (whole, name) => variables[name]?.default ?? whole),
  }));
  return { ...document, ...(servers && { servers }) };
}

// The header has room only for the other references and the decisions.
function otherPages(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(
    ({ group, path }) => (group === 'reference' && path !== 'reference.html') || path === 'decisions.html',
  );
}

/**
 * The contract as one HTML page that works from a disk without a network, and loads nothing from third parties.
 *
 * @param links to other pages, for its header.
 */
async function page(contract: string, links: readonly Link[]): Promise<string> {
  const [style, icon, scheme, accessibility, script] = await Promise.all([
    readFile(join(import.meta.dirname, 'style.css'), 'utf8'),
    readFile(join(import.meta.dirname, '../site/icon.svg'), 'base64'),
    inPage('scheme'),
    inPage('accessibility'),
    renderer(contract),
  ]);
  const html = frame({
    links,
    style: `${style}\n${tokenStyles(script)}`,
    icon: `data:image/svg+xml;base64,${icon}`,
    ...{ scheme, accessibility, renderer: script },
  });
  const found = thirdParties(html);
  if (found.length > 0) throw new Error(`The page would load from third parties: ${found.join(', ')}`);
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policyFor(html)}">`;
  return html.replace('<meta charset="utf-8">', (charset) => `${charset}\n${meta}`);
}

/** A script for the browser, with its own scope. */
async function inPage(name: string): Promise<string> {
  const source = await readFile(join(import.meta.dirname, `in-page/${name}.ts`), 'utf8');
  const { code } = await transform(source, { loader: 'ts', format: 'iife', target: 'es2022', minify: true });
  return code;
}

/** A rule for each colour of highlighted code. `cuts.ts` makes Redoc write `data-token` instead of a style. */
function tokenStyles(renderer: string): string {
  const names = new Set(renderer.match(/--code-block-tokens-[a-z-]+-color(?![a-z-])/g));
  return [...names].map((name) => `[data-token="${name}"]{color:var(${name})}`).join('\n');
}

/**
 * The script that draws the contract into `<div id="redoc">`: Redoc, the contract and the options, as one module. It leaves out
 * what redocly has already rendered: only the introduction, with links to paths that no host has, and 250 kB of styles.
 */
async function renderer(contract: string): Promise<string> {
  const [, script] = /<script type="module">([\s\S]*)<\/script>/.exec(await render(contract)) ?? [];
  if (!script?.includes('hydrate(__redoc_definition'))
    throw new Error('redocly build-docs has changed: its page has no script that draws the contract.');
  return cut(script);
}

// The page sends no telemetry, and leaves 48 pixels at the top for the header. Options given here replace all
// options of a configuration file, where `disableTelemetry` counts as a misspelling.
const drawing = ['--openapi.disableTelemetry', '--openapi.scrollYOffset=48'];

async function render(contract: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'page-'));
  try {
    const file = join(folder, 'index.html');
    const options = ['--config', 'openapi/redocly.yaml', '--inlineBundle', ...drawing];
    const { exitCode, stderr } = await redocly('build-docs', contract, ...options, '--output', file);
    if (exitCode !== 0) throw new Error(`The page cannot be built.\n${stderr}`);
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}
