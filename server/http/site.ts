import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { apiCatalog, apiCatalogHeaders, isApiCatalog } from './api-catalog.ts';

/** What `npm run docs` writes beside the files: the headers that belong to each, and so which files there are. */
interface Manifest {
  readonly files: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Answers a GET or HEAD of a file of the docs, and `true` once it has; `false`, and nothing sent, for everything else.
 *
 * @param target of the request, in its normal form.
 */
export type AnswerFromSite = (
  request: Pick<IncomingMessage, 'method' | 'headers'>,
  response: ServerResponse,
  target: string,
) => Promise<boolean>;

const root = dirname(dirname(createRequire(import.meta.url).resolve('#openapi')));

/** Whether a target may be one of the site's, told without a look at the disk. */
export function isOnSite(target: string): boolean {
  return /^\/docs(?:[/?]|$)/.test(target) || isApiCatalog(target);
}

/**
 * The docs below `/docs`, where they were built (`npm run docs`); elsewhere no target is theirs. And the catalog that leads
 * to them, which is always there.
 */
export function createSite(folder = join(root, 'dist/docs')): AnswerFromSite {
  const manifest = manifestIn(folder);

  return async (request, response, target) => {
    if (!isOnSite(target) || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const files = (await manifest())?.files;
    if (isApiCatalog(target)) {
      sendCatalog(files, request, response);
      return true;
    }
    if (files === undefined) return false;
    const [path = ''] = target.split('?', 1);
    if (path === '/docs') {
      // Relative, because a proxy may have taken a prefix away from the path.
      response.writeHead(308, { ...always, Location: 'docs/', 'Content-Length': 0 }).end();
      return true;
    }
    const name = path.slice('/docs/'.length) || 'index.html';
    // Only what the manifest lists is looked for on the disk: no other path leads there.
    const headers = Object.hasOwn(files, name) ? files[name] : undefined;
    const file = headers && (await openIfThere(join(folder, name)));
    if (file === undefined) return false;
    try {
      await send(file, { ...headers, ...linkOf(name) }, request, response);
    } finally {
      await file.close();
    }
    return true;
  };
}

/**
 * Tells a page that the service itself sent it, and where its base address is: the anchor is what the link is about
 * (RFC 8288, 3.2), and a description of it is where the link leads (RFC 8631, 4.2). Hosts of files send no such header.
 */
function linkOf(name: string): Readonly<Record<string, string>> {
  const isPage = name.endsWith('.html') && !name.includes('/');
  return isPage ? { Link: '<downloads/openapi.yaml>; rel="service-desc"; anchor=".."' } : {};
}

const always = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

function sendCatalog(
  files: Manifest['files'] | undefined,
  { method }: Pick<IncomingMessage, 'method'>,
  response: ServerResponse,
): void {
  const text = apiCatalog(files);
  response.writeHead(200, { ...always, ...apiCatalogHeaders, 'Content-Length': Buffer.byteLength(text) });
  response.end(method === 'HEAD' ? undefined : text);
}

async function send(
  file: FileHandle,
  own: Readonly<Record<string, string>> | undefined,
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  response: ServerResponse,
): Promise<void> {
  const { size, mtimeMs } = await file.stat();
  const tag = `W/"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
  if (isKnown(tag, headers['if-none-match'])) {
    response.writeHead(304, { ...always, ETag: tag }).end();
    return;
  }
  response.writeHead(200, { ...own, ...always, ETag: tag, 'Content-Length': size });
  if (method === 'HEAD' || size === 0) {
    response.end();
    return;
  }
  try {
    await pipeline(file.createReadStream({ autoClose: false, end: size - 1 }), response);
  } catch (error) {
    // The reader has gone away; there is nobody left to tell.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))
      throw error;
  }
}

// RFC 9110, 13.1.2: `*` is any, and tags are compared weakly.
function isKnown(tag: string, condition: string | undefined): boolean {
  const weak = (text: string) => text.trim().replace(/^W\//, '');
  return condition?.split(',').some((one) => one.trim() === '*' || weak(one) === weak(tag)) ?? false;
}

/** Read again only when it was built again. */
function manifestIn(folder: string): () => Promise<Manifest | undefined> {
  const path = join(folder, 'headers.json');
  let known: { readonly at: number; readonly manifest: Manifest } | undefined;
  return () =>
    ifThere(async () => {
      const { mtimeMs } = await stat(path);
      if (known?.at !== mtimeMs) known = { at: mtimeMs, manifest: JSON.parse(await readFile(path, 'utf8')) };
      return known.manifest;
    });
}

function openIfThere(path: string): Promise<FileHandle | undefined> {
  return ifThere(() => open(path));
}

async function ifThere<Found>(look: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await look();
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
}
