import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { type Manifest, manifest, manifestName } from './manifest.ts';
import type { SiteFile } from './site-file.ts';

/** Writes the site into a folder, and removes the files of an earlier build, but no others. */
export async function writeSite(folder: string, sources: string, files: readonly SiteFile[]): Promise<void> {
  const before = await readManifest(folder);
  const now = manifest(sources, files);
  // The manifest is removed first and written last, so that an interrupted build does not look complete.
  await rm(join(folder, manifestName), { force: true });
  const kept = new Set(pathsOf(now));
  for (const path of before === undefined ? [] : pathsOf(before)) {
    if (!kept.has(path)) await rm(join(folder, path), { force: true });
  }
  for (const { path, content } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
    if (kept.has(`${path}.br`)) await writeFile(join(folder, `${path}.br`), await compress(content));
  }
  await writeFile(join(folder, manifestName), `${JSON.stringify(now, null, 2)}\n`);
}

/** Whether the folder contains the complete site of these sources. */
export async function isCurrent(folder: string, sources: string): Promise<boolean> {
  const found = await readManifest(folder);
  if (found?.sources !== sources) return false;
  return pathsOf(found).every((path) => existsSync(join(folder, path)));
}

function pathsOf({ files, compressed = [] }: Partial<Manifest>): readonly string[] {
  return [...Object.keys(files ?? {}), ...compressed.map((path) => `${path}.br`)];
}

// The best compression takes ten times as long, for a few per cent.
function compress(content: SiteFile['content']): Promise<Buffer> {
  return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
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
