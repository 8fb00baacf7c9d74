import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from '../contract/document.ts';
import { page } from '../page.ts';
import type { Entry } from './shell.ts';

/** The reference that folds and searches, in one page with all that it needs. */
export async function reference(document: Document, entries: readonly Entry[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reference-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(withAddresses(document)));
    return await page(file, beside(entries));
  } finally {
    await rm(folder, { recursive: true });
  }
}

// A server that is a variable and nothing else would be taken for a path of the page's own host.
function withAddresses(document: Document): Document {
  const servers = document.servers?.map(({ variables = {}, ...server }) => ({
    ...server,
    url: server.url.replaceAll(/\{(\w+)\}/g, (whole, name) => variables[name]?.default ?? whole),
  }));
  return { ...document, ...(servers && { servers }) };
}

// The header is slim: the other references, and why they say what they say.
function beside(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(
    ({ group, path }) => (group === 'reference' && path !== 'reference.html') || path === 'decisions.html',
  );
}
