import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Manifest, manifest, manifestName } from './manifest.ts';
import type { SiteFile } from './site-file.ts';

/** Writes the site into a folder, and removes the files of an earlier build, but no others. */
export async function writeSite(folder: string, sources: string, files: readonly SiteFile[]): Promise<void> {
  const before = await readManifest(folder);
  const now = manifest(sources, files);
  // The manifest is removed first and written last, so that an interrupted build does not look complete.
  await rm(join(folder, manifestName), { force: true });
  for (const path of Object.keys(before?.files ?? {})) {
    if (!Object.hasOwn(now.files, path)) await rm(join(folder, path), { force: true });
  }
  for (const { path, content } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await writeFile(join(folder, manifestName), `${JSON.stringify(now, null, 2)}\n`);
}

/** Whether the folder contains the complete site of these sources. */
export async function isCurrent(folder: string, sources: string): Promise<boolean> {
  const found = await readManifest(folder);
  if (found?.sources !== sources) return false;
  return Object.keys(found.files).every((path) => existsSync(join(folder, path)));
}

async function readManifest(folder: string): Promise<Manifest | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, manifestName), 'utf8'));
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
}
