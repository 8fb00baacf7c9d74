import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { SiteFile } from './site-file.ts';

// The best compression takes ten times as long, for a few per cent.
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };

/** Writes the site into a folder, and removes the files of an earlier build, but no others. */
export async function writeSite(folder: string, files: readonly SiteFile[]): Promise<void> {
  const before = await readManifest(folder);
  const now = manifest(files);
  // The manifest is removed first and written last, so that an interrupted build does not look complete.
  await rm(join(folder, manifestName), { force: true });
  const kept = new Set(pathsOf(now));
  for (const path of before === undefined ? [] : pathsOf(before)) {
    if (!kept.has(path)) await rm(join(folder, path), { force: true });
  }
  for (const { path, content } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
    if (kept.has(`${path}.br`))
      await writeFile(
        join(folder, `${path}.br`),
        await promisify(brotliCompress)(content, { params }),
      );
  }
  await writeFile(join(folder, manifestName), `${JSON.stringify(now, null, 2)}\n`);
}

function pathsOf({ files, compressed = [] }: Partial<Manifest>): readonly string[] {
  return [...Object.keys(files ?? {}), ...compressed.map((path) => `${path}.br`)];
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

/** `headers.json`: what to send with each file, for the host of the site. */
interface Manifest {
  readonly files: Readonly<Record<string, FileHeaders>>;
  /** The files that are also there compressed with Brotli, as `<path>.br`. */
  readonly compressed: readonly string[];
}

interface FileHeaders {
  readonly 'Content-Type': string;
  readonly 'Content-Security-Policy': string;
}

const manifestName = 'headers.json';

export const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
};

/** @throws Error for a file whose content type is unknown, and for a page without a policy */
export function manifest(files: readonly SiteFile[]): Manifest {
  const paths = [...files, { path: manifestName, content: '' }].toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  return {
    files: Object.fromEntries(paths.map((file) => [file.path, headersOf(file)])),
    compressed: files.filter(({ content }) => content.length >= smallest).map(({ path }) => path),
  };
}

// A smaller file fits into one packet anyway.
const smallest = 1400;

function headersOf({ path, content }: SiteFile): FileHeaders {
  const contentType = contentTypes[posix.extname(path)];
  if (contentType === undefined) throw new Error(`write-site.ts knows no content type for ${path}`);
  const own = path.endsWith('.html')
    ? policyOf(path, content.toString())
    : "default-src 'none'; sandbox";
  // A page cannot forbid framing by itself: browsers read this directive only in the header (CSP 3, 6.4.2).
  return {
    'Content-Type': contentType,
    'Content-Security-Policy': `${own}; frame-ancestors 'none'`,
  };
}

// A page contains its policy, for hosts that send no headers. The header repeats it.
function policyOf(path: string, page: string): string {
  const [, policy] =
    /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(page) ?? [];
  if (policy === undefined)
    throw new Error(`${path} has no <meta http-equiv="Content-Security-Policy">`);
  return policy.replaceAll(/&#39;|&#x27;/g, "'");
}
