import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import express, { type Request, Router } from 'express';

const root = dirname(dirname(createRequire(import.meta.url).resolve('#openapi')));
const folder = join(root, 'dist/docs');
const home = join(folder, 'index.html');

/**
 * The docs at `/docs`, if they were built (`npm run docs`), and a redirect of browsers from `/` to them. The pages have absolute
 * links, so a service that is mounted below another path has no docs.
 *
 * @param apiBase where the API begins on this host, such as `/access/`
 */
export function docs(apiBase = '/'): Router {
  const router = Router({ strict: true });
  if (!existsSync(home)) return router;

  const headers = {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': policy(readFileSync(home, 'utf8')),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Api-Base': apiBase,
    'X-Content-Type-Options': 'nosniff',
  };

  router.use(({ baseUrl }, _response, next) => next(baseUrl === '' ? undefined : 'router'));
  router.get('/', (request, response, next) => {
    response.vary('Accept');
    // A browser gets the docs, and a program the 404 of any unknown path.
    if (wantsPage(request)) response.redirect('/docs/');
    else next();
  });
  router.use(
    '/docs',
    express.static(folder, {
      cacheControl: false,
      setHeaders: (response) => response.set(headers),
    }),
    (request, response, next) => {
      if (!wantsPage(request)) return next();
      response.status(404).set(headers).sendFile(join(folder, '404.html'), { cacheControl: false });
    },
  );
  return router;
}

/**
 * Both libraries write styles into the page: VitePress the colours of code, Scalar its whole style sheet. The inline scripts are the
 * same on every page: they set the theme before it is drawn.
 */
function policy(page: string): string {
  const scripts = page.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs);
  const hashes = Array.from(scripts, ([, code = '']) => {
    const hash = createHash('sha256').update(code).digest('base64');
    return `'sha256-${hash}'`;
  });
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function wantsPage({ headers: { accept = '' } }: Request): boolean {
  return /\btext\/html\b/.test(accept);
}
