import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { page } from '../page.ts';
import type { Document } from './document.ts';
import type { Entry } from './shell.ts';

/** The reference that folds and searches, in one page with all that it needs. */
export async function reference(document: Document, entries: readonly Entry[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reference-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    return await page(file, beside(entries));
  } finally {
    await rm(folder, { recursive: true });
  }
}

// The header is slim: the other references, and why they say what they say.
function beside(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(
    ({ group, path }) => (group === 'reference' && path !== 'reference.html') || path === 'decisions.html',
  );
}
