import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { page } from '../page.ts';
import type { Document } from './document.ts';

/** The reference that folds and searches, in one page with all that it needs. */
export async function reference(document: Document): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reference-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    return await page(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}
