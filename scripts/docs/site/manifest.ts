import { posix } from 'node:path';
import type { SiteFile } from './site-file.ts';

/** `headers.json`: what to send with each file, for the host of the site. */
export interface Manifest {
  /** The fingerprint of the sources; see `../sources.ts`. */
  readonly sources: string;
  readonly files: Readonly<Record<string, FileHeaders>>;
  /** The files that are also there compressed with Brotli, as `<path>.br`. */
  readonly compressed: readonly string[];
}

export interface FileHeaders {
  readonly 'Content-Type': string;
  readonly 'Content-Security-Policy': string;
}

export const manifestName = 'headers.json';

const contentTypes: Readonly<Record<string, string>> = {
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
export function manifest(sources: string, files: readonly SiteFile[]): Manifest {
  const paths = [...files, { path: manifestName, content: '' }].toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  return {
    sources,
    files: Object.fromEntries(paths.map((file) => [file.path, headersOf(file)])),
    compressed: files.filter(({ content }) => content.length >= smallest).map(({ path }) => path),
  };
}

// A smaller file fits into one packet anyway.
const smallest = 1400;

function headersOf({ path, content }: SiteFile): FileHeaders {
  const contentType = contentTypes[posix.extname(path)];
  if (contentType === undefined) throw new Error(`manifest.ts knows no content type for ${path}`);
  const own = path.endsWith('.html') ? policyOf(path, content.toString()) : "default-src 'none'; sandbox";
  // A page cannot forbid framing by itself: browsers read this directive only in the header (CSP 3, 6.4.2).
  return { 'Content-Type': contentType, 'Content-Security-Policy': `${own}; frame-ancestors 'none'` };
}

// A page contains its policy, for hosts that send no headers. The header repeats it.
function policyOf(path: string, page: string): string {
  const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(page) ?? [];
  if (policy === undefined) throw new Error(`${path} has no <meta http-equiv="Content-Security-Policy">`);
  return policy.replaceAll(/&#39;|&#x27;/g, "'");
}
