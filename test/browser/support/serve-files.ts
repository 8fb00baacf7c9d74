import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { listenForTest } from '../../support/http/listen-for-test.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** As a host of static files does that knows nothing of ours. The address ends with a slash, as does `below`. */
export async function serveFiles(folder: string, below = '/'): Promise<string> {
  return serve(async (path) => {
    if (!path.startsWith(below)) throw new Error(`${path} is not below ${below}`);
    const file = normalize(`/${path.slice(below.length)}`);
    return readFile(join(folder, file.endsWith('/') ? `${file}index.html` : file));
  }, below);
}

export function servePage(html: string): Promise<string> {
  return serve(async () => Buffer.from(html), '/', '.html');
}

async function serve(
  read: (path: string) => Promise<Buffer>,
  below: string,
  as?: string,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    try {
      const body = await read(decodeURIComponent(pathname));
      const type = types[as ?? (extname(pathname) || '.html')] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return `http://127.0.0.1:${await listenForTest(server)}${below}`;
}
