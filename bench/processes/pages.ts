import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { findBrowser, howToInstall } from '../../test/browser/support/find-browser.ts';
import { flags } from '../../test/browser/support/flags.ts';

/** What was served since `record`. */
export interface Served {
  readonly bytes: number;
  readonly gzipBytes: number;
}

/** Serves the files of a folder, compressed, and counts their bytes. */
export interface FolderServer {
  readonly url: string;
  record(): Served;
  close(): void;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export async function serveFolder(folder: string): Promise<FolderServer> {
  let served = { bytes: 0, gzipBytes: 0 };
  // Compressed once, as a host with compressed files does.
  const files = new Map<string, Promise<{ bytes: number; body: Buffer }>>();
  const read = async (path: string) => {
    const content = await readFile(join(folder, normalize(path)));
    return { bytes: content.length, body: gzipSync(content, { level: 9 }) };
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const file = files.get(pathname) ?? read(pathname);
    files.set(pathname, file);
    try {
      const { bytes, body } = await file;
      // The response to HEAD has only headers.
      if (request.method !== 'HEAD') {
        served.bytes += bytes;
        served.gzipBytes += body.length;
      }
      const type = types[extname(pathname)] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    record: () => {
      served = { bytes: 0, gzipBytes: 0 };
      return served;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @throws Error without a Chromium */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser(process.env);
  if (executablePath === undefined) throw new Error(howToInstall);
  return chromium.launch({ executablePath, args: [...flags] });
}

interface Visit {
  /** When the page first drew text or a picture. */
  readonly paintMs: number;
  /** When the heading was visible. */
  readonly readableMs: number;
}

/** Opens a page with an empty cache. Requests to other hosts fail at once, so that the network is not measured. */
export async function visitPage(browser: Browser, url: string, heading: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const { origin } = new URL(url);
    await context.route(
      (address) => address.origin !== origin && address.protocol.startsWith('http'),
      (route) => route.abort(),
    );
    const page = await context.newPage();
    await page.addInitScript({ content: watchFor(heading) });
    await page.goto(url);
    // The init script has set it to a promise of two numbers.
    const [paintMs, readableMs] = (await page.evaluate('globalThis.drawn')) as [number, number];
    await page.waitForLoadState('networkidle');
    return { paintMs, readableMs };
  } finally {
    await context.close();
  }
}

// Looks once per frame. A renderer may put the heading into the page before it has its place.
function watchFor(heading: string): string {
  return `globalThis.drawn = new Promise((resolve) => {
    let readable;
    const look = () => {
      readable ??= [...document.querySelectorAll('h1, h2')].some(
        (one) => one.textContent.includes(${JSON.stringify(heading)}) && one.getClientRects().length > 0,
      ) ? performance.now() : undefined;
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      if (readable !== undefined && paint !== undefined) resolve([paint.startTime, readable]);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });`;
}
