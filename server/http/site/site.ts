import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../../security/error-code.ts';
import type { Incoming, Step } from '../incoming.ts';
import { apiCatalog, apiCatalogHeaders, isApiCatalog } from './api-catalog.ts';

/** What `npm run docs` writes next to the files: which files there are, and the headers of each. */
interface Manifest {
  readonly files: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The files that are also there compressed with Brotli, as `<path>.br`. */
  readonly compressed?: readonly string[];
}

/** What the service is, when it is not one for real accounts: the console of the docs then offers the demo accounts. */
export type Purpose = 'demo' | 'mock';

interface SiteRequest extends Pick<IncomingMessage, 'method' | 'headers'> {
  /** The target before an Express app removed its own path from it. */
  readonly originalUrl?: string;
}

/**
 * Sends a file of the docs for a GET or HEAD, and returns `true`. For any other request it sends nothing and returns `false`.
 *
 * @param target of the request, in its normal form.
 */
export type SendFromSite = (
  request: SiteRequest,
  response: ServerResponse,
  target: string,
) => Promise<boolean>;

const root = dirname(dirname(createRequire(import.meta.url).resolve('#openapi')));

/** Whether a target may belong to the site. It does not look at the disk. */
export function isOnSite(target: string): boolean {
  return /^\/(?:docs(?:[/?]|$)|\?|$)/.test(target) || isApiCatalog(target);
}

/** Serves the docs below `/docs`. Requests for operations do not wait for it. */
export function docs(
  folder?: string,
  purpose?: Purpose,
): Step<Incoming & { readonly message: SiteRequest }, ServerResponse> {
  const send = createSite(folder, purpose);
  return ({ message, target }, outgoing) =>
    isOnSite(target)
      ? send(message, outgoing, target).then((sent) => (sent ? 'sent' : undefined))
      : undefined;
}

/**
 * The docs below `/docs`, if they were built (`npm run docs`), and the API catalog that leads to them, which is always there.
 */
export function createSite(folder = join(root, 'dist/docs'), purpose?: Purpose): SendFromSite {
  const manifest = manifestIn(folder);

  return async (request, response, target) => {
    if (!isOnSite(target) || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const { files, compressed = [] } = (await manifest()) ?? {};
    if (isApiCatalog(target)) {
      sendCatalog(files, request, response);
      return true;
    }
    if (files === undefined) return false;
    const [path = ''] = target.split('?', 1);
    if (path === '/') {
      // A browser gets the docs, and a program the 404 of any unknown path.
      if (!/\btext\/html\b/.test(request.headers.accept ?? '')) return false;
      response
        .writeHead(302, {
          ...siteHeaders,
          Vary: 'Accept',
          Location: fromRoot(request.originalUrl),
          'Content-Length': 0,
        })
        .end();
      return true;
    }
    if (path === '/docs') {
      // Relative, because a proxy may have removed a prefix from the path.
      response.writeHead(308, { ...siteHeaders, Location: 'docs/', 'Content-Length': 0 }).end();
      return true;
    }
    const name = path.slice('/docs/'.length) || 'index.html';
    // Only files that the manifest lists are read: no other path leads to the disk.
    const headers = Object.hasOwn(files, name) ? files[name] : undefined;
    const isCompressed = compressed.includes(name) && acceptsBrotli(request.headers['accept-encoding']);
    const file = headers && (await openIfThere(join(folder, isCompressed ? `${name}.br` : name)));
    if (file === undefined) return false;
    const encoding = isCompressed ? { 'Content-Encoding': 'br' } : {};
    try {
      await send(file, { ...headers, ...encoding, ...linkOf(name, purpose) }, request, response);
    } finally {
      await file.close();
    }
    return true;
  };
}

/** The address of the docs relative to the root, which has no slash at its end where an Express app has mounted the service. */
function fromRoot(originalUrl = '/'): string {
  const [path = ''] = originalUrl.split('?', 1);
  const folder = path.slice(path.lastIndexOf('/') + 1);
  return folder === '' ? 'docs/' : `./${folder}/docs/`;
}

/**
 * The header by which a page knows that the service itself sent it, and where the base address is: the anchor is what the link
 * is about (RFC 8288, 3.2), and the link leads to a description of it (RFC 8631, 4.2). File hosts send no such header.
 */
function linkOf(name: string, purpose: Purpose | undefined): Readonly<Record<string, string>> {
  if (!name.endsWith('.html') || name.includes('/')) return {};
  return {
    Link: '<downloads/openapi.yaml>; rel="service-desc"; anchor=".."',
    ...(purpose !== undefined && { 'Account-Access-Purpose': purpose }),
  };
}

/** Whether the client accepts Brotli (RFC 9110, 12.5.3). Browsers do over HTTPS and from the same machine. */
function acceptsBrotli(header = ''): boolean {
  return header.split(',').some((one) => /^\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(one));
}

const siteHeaders = {
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
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
  response.writeHead(200, {
    ...siteHeaders,
    ...apiCatalogHeaders,
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(method === 'HEAD' ? undefined : text);
}

async function send(
  file: FileHandle,
  own: Readonly<Record<string, string>> | undefined,
  { method, headers }: SiteRequest,
  response: ServerResponse,
): Promise<void> {
  const { size, mtimeMs } = await file.stat();
  const tag = `W/"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
  if (isKnown(tag, headers['if-none-match'])) {
    response.writeHead(304, { ...siteHeaders, ETag: tag }).end();
    return;
  }
  response.writeHead(200, { ...own, ...siteHeaders, ETag: tag, 'Content-Length': size });
  if (method === 'HEAD' || size === 0) {
    response.end();
    return;
  }
  try {
    await pipeline(file.createReadStream({ autoClose: false, end: size - 1 }), response);
  } catch (error) {
    // The client has disconnected, so nobody is left to report it to.
    if (codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

// RFC 9110, 13.1.2: `*` matches any tag, and tags are compared weakly.
function isKnown(tag: string, condition: string | undefined): boolean {
  const weak = (text: string) => text.trim().replace(/^W\//, '');
  return condition?.split(',').some((one) => one.trim() === '*' || weak(one) === weak(tag)) ?? false;
}

/** Reads the manifest again only after a new build. */
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
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw cause;
  }
}
