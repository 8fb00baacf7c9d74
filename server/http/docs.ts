import { close, type ReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { dirname, join, relative, sep } from 'node:path';
import { codeOf } from '../security/private-file.ts';
import { limitAtOnce } from './fair-queue.ts';
import { Problem } from './problem.ts';

/** What `npm run docs` writes next to the files: which files there are, and the headers of each. */
interface Manifest {
  readonly files: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The files that are also there compressed with Brotli, as `<path>.br`. */
  readonly compressed?: readonly string[];
}

/** What the service is, when it is not one for real accounts: the console of the docs then offers the demo accounts. */
export type Purpose = 'demo' | 'mock';

/** A request for Node's server or for Express, which adds the target before an app removed its own path from it. */
type SiteRequest = IncomingMessage & { readonly originalUrl?: string };

// Hundreds of clients that download files would make long turns of the event loop.
const filesAtOnce = 2;

const root = dirname(dirname(createRequire(import.meta.url).resolve('#openapi')));
const catalogPath = '/.well-known/api-catalog';

const siteHeaders = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * Middleware for the docs below `/docs`, if they were built (`npm run docs`), the redirect of browsers from `/` to them, and the API
 * catalog. The target must have its normal form. Requests for operations do not wait for it.
 */
export function docs(
  folder = join(root, 'dist/docs'),
  purpose?: Purpose,
): (request: SiteRequest, response: ServerResponse, next: (error?: unknown) => void) => void {
  const manifest = manifestIn(folder);
  const whenFree = limitAtOnce(filesAtOnce);
  let sending: ReturnType<typeof loadSender> | undefined;
  // The mock, whose docs are rarely read, starts without it.
  async function loadSender() {
    const { default: serveStatic } = await import('serve-static');
    return serveStatic(folder, {
      index: false,
      redirect: false,
      cacheControl: false,
      acceptRanges: false,
      setHeaders: (response, path) => {
        const name = relative(folder, path).replaceAll(sep, '/').replace(/\.br$/, '');
        const headers = { ...manifest.files()?.[name], ...siteHeaders, ...linkOf(name, purpose) };
        for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
        // Appended, because CORS may have set another one.
        response.appendHeader('Vary', 'Accept-Encoding');
        if (path.endsWith('.br')) response.setHeader('Content-Encoding', 'br');
      },
    });
  }

  /** Responds itself, or returns the file to send; `undefined` without either. */
  async function respond(path: string, request: SiteRequest, response: ServerResponse) {
    const { files, compressed = [] } = (await manifest.read()) ?? {};
    if (path === catalogPath) {
      const text = apiCatalog(files);
      const length = Buffer.byteLength(text);
      response.writeHead(200, { ...siteHeaders, ...apiCatalogHeaders, 'Content-Length': length });
      response.end(request.method === 'HEAD' ? undefined : text);
      return 'sent';
    }
    if (files === undefined) return undefined;
    if (path === '/') {
      // A browser gets the docs, and a program the 404 of any unknown path.
      if (!/\btext\/html\b/.test(request.headers.accept ?? '')) return undefined;
      const location = { Location: fromRoot(request.originalUrl), 'Content-Length': 0 };
      response
        .appendHeader('Vary', 'Accept')
        .writeHead(302, { ...siteHeaders, ...location })
        .end();
      return 'sent';
    }
    if (path === '/docs') {
      // Relative, because a proxy may have removed a prefix from the path.
      response.writeHead(308, { ...siteHeaders, Location: 'docs/', 'Content-Length': 0 }).end();
      return 'sent';
    }
    // Only files that the manifest lists are read: no other path leads to the disk.
    const name = path.slice('/docs/'.length) || 'index.html';
    if (!Object.hasOwn(files, name)) return undefined;
    // In the server of somebody else, behind another response: the file would stay open until that one has left.
    if (response.socket === null) throw new Problem('unavailable');
    const isCompressed =
      compressed.includes(name) && acceptsBrotli(request.headers['accept-encoding']);
    sending ??= loadSender();
    return { file: isCompressed ? `/${name}.br` : `/${name}`, send: await sending };
  }

  return (request, response, next) => {
    const { url = '', method } = request;
    const [path = ''] = url.split('?', 1);
    const isHere =
      path === '/' || path === catalogPath || path === '/docs' || path.startsWith('/docs/');
    if (!isHere || (method !== 'GET' && method !== 'HEAD')) return next();
    whenFree(request.socket, (end) => {
      // One without content is ready then, and leaves whenever its client reads.
      response.once('close', end).once('prefinish', end);
      response.once('pipe', (file: ReadStream) => {
        readWhenFree(file, request.socket);
        end();
      });
      const goOn = (error?: unknown) => {
        end();
        next(error);
      };
      respond(path, request, response).then((found) => {
        if (found === 'sent') return end();
        if (found === undefined) return goOn();
        request.url = found.file;
        found.send(request, response, (error?: HttpError) => {
          request.url = url;
          // Such as a failed precondition.
          goOn((error?.statusCode ?? 500) < 500 ? undefined : error);
        });
      }, goOn);
    });
  };

  /**
   * Each part waits, too: to encrypt and send one takes as long as a request. The file is open only while a part is read, or slow
   * clients would use up the descriptors.
   */
  function readWhenFree(file: ReadStream, socket: Socket) {
    let position = 0;
    file.once('open', (descriptor) => {
      Object.assign(file, { fd: null });
      close(descriptor, () => {});
    });
    const readPart = async (size: number) => {
      const part = await readAt(String(file.path), position, size);
      position += part.length;
      // Writes it, unless the client is slow.
      if (part.length > 0) file.push(part);
      if (part.length < size) file.push(null);
    };
    file._read = (size) =>
      whenFree(
        socket,
        (end) =>
          void readPart(size)
            .catch((error) => file.destroy(error))
            .finally(end),
      );
  }
}

async function readAt(path: string, position: number, size: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The address of the docs relative to the root, which has no slash at its end where an Express app has mounted the service. */
function fromRoot(originalUrl = '/'): string {
  const [path = ''] = originalUrl.split('?', 1);
  const folder = path.slice(path.lastIndexOf('/') + 1);
  return folder === '' ? 'docs/' : `./${folder}/docs/`;
}

/** By it a page knows its service, and the base address (RFC 8288, 3.2; RFC 8631, 4.2). */
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

interface HttpError extends Error {
  readonly statusCode?: number;
}

/** Reads the manifest again only after a new build. */
function manifestIn(folder: string) {
  const path = join(folder, 'headers.json');
  let known: { readonly at: number; readonly manifest: Manifest } | undefined;
  return {
    /** As it was read last. */
    files: () => known?.manifest.files,
    read: async (): Promise<Manifest | undefined> => {
      try {
        const { mtimeMs } = await stat(path);
        if (known?.at !== mtimeMs)
          known = { at: mtimeMs, manifest: JSON.parse(await readFile(path, 'utf8')) };
        return known.manifest;
      } catch (cause) {
        if (codeOf(cause) === 'ENOENT') return undefined;
        throw cause;
      }
    },
  };
}

/** The headers of each file of the docs by its path; none when the docs were not built. */
type Files = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The link relation, for GET and HEAD (RFC 9727, 2), and the media type with its profile (RFC 9727, 4; RFC 9264, 4.2). */
const apiCatalogHeaders = {
  'Content-Type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  Link: '<api-catalog>; rel="api-catalog"',
} as const;

/** References are relative to the catalog (RFC 3986, 5.1.3): a proxy may have removed a prefix. */
function apiCatalog(files: Files = {}): string {
  const target = (name: string, href: string) => {
    const type = files[name]?.['Content-Type'];
    return name in files ? [type === undefined ? { href } : { href, type }] : [];
  };
  const names = ['openapi.json', 'openapi.yaml', 'openapi-3.0.yaml'].map(
    (name) => `downloads/${name}`,
  );
  const descriptions = names.flatMap((name) => target(name, `../docs/${name}`));
  const pages = target('index.html', '../docs/');
  const api = {
    anchor: '../',
    ...(descriptions.length > 0 && { 'service-desc': descriptions }),
    ...(pages.length > 0 && { 'service-doc': pages }),
  };
  const catalog = { anchor: 'api-catalog', item: [{ href: '../' }] };
  const described = Object.keys(api).length > 1;
  return `${JSON.stringify({ linkset: described ? [catalog, api] : [catalog] }, undefined, 2)}\n`;
}
